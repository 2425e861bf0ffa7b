/** Up to three names that a person may have meant, the nearest first. */
export function findNearest(wanted: string, names: readonly string[]): string[] {
  if (wanted.length > 200) return [];
  const limit = Math.max(1, Math.floor(wanted.length / 3));
  return names
    .filter((name) => name !== '' && Math.abs(name.length - wanted.length) <= limit)
    .map((name) => ({ name, edits: countEdits(wanted.toLowerCase(), name.toLowerCase()) }))
    .filter(({ edits }) => edits <= limit)
    .sort((a, b) => a.edits - b.edits || a.name.localeCompare(b.name))
    .slice(0, 3)
    .map(({ name }) => name);
}

/** Levenshtein's distance: characters inserted, deleted or replaced. Row by row over the usual table. */
function countEdits(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const replaced = cell(previous, column - 1) + (from[row - 1] === to[column - 1] ? 0 : 1);
      current.push(Math.min(replaced, cell(previous, column) + 1, cell(current, column - 1) + 1));
    }
    previous = current;
  }
  return cell(previous, to.length);
}

function cell(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
