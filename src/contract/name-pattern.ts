/**
 * Whether a name fits a pattern in which `*` stands for any text, the empty one too; everything else
 * stands for itself. Never slower than pattern times name, however many stars a pattern has, which a
 * regular expression built from it would be.
 */
export function matchesName(pattern: string, name: string): boolean {
  let inPattern = 0;
  let inName = 0;
  let star = -1;
  let starredUpTo = 0;
  while (inName < name.length) {
    if (pattern[inPattern] === '*') {
      star = inPattern++;
      starredUpTo = inName;
    } else if (pattern[inPattern] === name[inName]) {
      inPattern++;
      inName++;
    } else if (star >= 0) {
      // The last star takes one character more, and what follows it is tried again.
      inPattern = star + 1;
      inName = ++starredUpTo;
    } else {
      return false;
    }
  }
  while (pattern[inPattern] === '*') inPattern++;
  return inPattern === pattern.length;
}

/** The names that fit at least one of the patterns. */
export function filterNames(patterns: readonly string[], names: readonly string[]): string[] {
  return names.filter((name) => patterns.some((pattern) => matchesName(pattern, name)));
}
