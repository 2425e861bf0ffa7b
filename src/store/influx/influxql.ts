/** Text of a query in InfluxQL from values that may hold anything. */

export function quoteName(name: string): string {
  return `"${escapeWith(name, '"')}"`;
}

export function quoteText(text: string): string {
  return `'${escapeWith(text, "'")}'`;
}

function escapeWith(text: string, quote: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`).replaceAll('\n', '\\n');
}

export function isEqual(name: string, text: string): string {
  return `${quoteName(name)} = ${quoteText(text)}`;
}

/** A tag, even where some series of the bucket has a field of its name. */
export function isTag(name: string, text: string): string {
  return `${quoteName(name)}::tag = ${quoteText(text)}`;
}

export function isAnyOf(name: string, texts: readonly string[]): string {
  return `(${texts.map((text) => isEqual(name, text)).join(' OR ')})`;
}

/** A field that is there, whatever its number is. */
export function hasNumber(field: string): string {
  const name = quoteName(field);
  return `(${name} >= 0 OR ${name} < 0)`;
}

/** `SELECT … FROM … WHERE …` with the rest behind it. */
export function select(
  columns: string,
  from: string,
  conditions: readonly string[],
  rest = '',
): string {
  return `SELECT ${columns} FROM ${quoteName(from)} WHERE ${conditions.join(' AND ')} ${rest}`.trim();
}
