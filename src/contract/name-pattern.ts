/**
 * Whether a name fits a pattern in which `*` stands for any text, the empty one too; everything else
 * stands for itself. What stands between two stars is found at its first place, which leaves the most
 * for the rest, so that nothing is ever tried twice, as a regular expression of the pattern would.
 */
export function matchesName(pattern: string, name: string): boolean {
  const firstStar = pattern.indexOf('*');
  if (firstStar < 0) return pattern === name;
  const lastStar = pattern.lastIndexOf('*');
  const ending = pattern.slice(lastStar + 1);
  const end = name.length - ending.length;
  if (!name.endsWith(ending) || !name.startsWith(pattern.slice(0, firstStar))) return false;
  let from = firstStar;
  for (let star = firstStar; star < lastStar;) {
    const nextStar = pattern.indexOf('*', star + 1);
    const between = pattern.slice(star + 1, nextStar);
    const found = name.indexOf(between, from);
    if (found < 0) return false;
    from = found + between.length;
    star = nextStar;
  }
  return from <= end;
}

/** The names that fit at least one of the patterns. */
export function filterNames(patterns: readonly string[], names: readonly string[]): string[] {
  return names.filter((name) => patterns.some((pattern) => matchesName(pattern, name)));
}
