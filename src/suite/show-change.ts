const longest = 160;
/** Characters of the common part shown before the first difference. */
const shownBefore = 40;

/** Two texts that differ, cut to where they do: a long command may differ at its end alone. */
export function cutAround(before: string, after: string): { before: string; after: string } {
  let same = 0;
  while (same < before.length && before[same] === after[same]) same += 1;
  const from =
    Math.max(before.length, after.length) <= longest ? 0 : Math.max(0, same - shownBefore);
  return { before: cut(before, from), after: cut(after, from) };
}

function cut(text: string, from: number): string {
  const start = from === 0 ? '' : '…';
  const end = text.length - from > longest ? '…' : '';
  return `${start}${text.slice(from, from + longest)}${end}`.toWellFormed();
}

/** As you would type it in a shell; only for display. */
export function showCommand(command: readonly string[]): string {
  return command
    .map((part) => (/^[\w@%+=:,./-]+$/.test(part) ? part : JSON.stringify(part)))
    .join(' ');
}

export function showValues(values: readonly string[]): string {
  return values.length === 0 ? 'none' : values.join('; ');
}
