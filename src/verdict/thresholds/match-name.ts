/**
 * Whether a name fits a pattern in which `*` stands for any text, also none. Takes time in proportion to the
 * lengths, whatever the pattern: it comes from a repository nobody has vetted.
 */
export function matchName(pattern: string, name: string): boolean {
  const parts = pattern.split('*');
  const first = parts[0] as string;
  if (parts.length === 1) return name === pattern;
  const last = parts[parts.length - 1] as string;
  if (name.length < first.length + last.length) return false;
  if (!name.startsWith(first) || !name.endsWith(last)) return false;
  const end = name.length - last.length;
  let from = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = name.indexOf(part, from);
    if (found < 0 || found + part.length > end) return false;
    from = found + part.length;
  }
  return true;
}
