/** `1 test`, `12 tests`, `1,200 series`. @param many needed where it is not the singular with an s */
export function countThings(count: number, one: string, many?: string): string {
  const several = many ?? (one.endsWith('s') ? one : `${one}s`);
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : several}`;
}

/** `, and 2 more series`; empty for none. */
export function andMore(count: number, what: string): string {
  return count > 0 ? `, and ${countThings(count, `more ${what}`)}` : '';
}

/** `a, b and 3 more`: at most so many of the names. */
export function listSome(names: readonly string[], most: number): string {
  const left = names.length - most;
  return `${names.slice(0, most).join(', ')}${left > 0 ? ` and ${left.toLocaleString('en-US')} more` : ''}`;
}
