import { makePlain } from '../../report/plain-text.ts';
import { countColumns, cutToColumns, padToColumns } from '../../report/terminal-text.ts';

const gap = '  ';

/** Rows under each other, each column as wide as its widest cell; lines that are too wide are cut. */
export function layOut(
  rows: readonly (readonly string[])[],
  columns: number,
  indent = gap,
): string[] {
  const plain = rows.map((row) => row.map(makePlain));
  const widths: number[] = [];
  for (const row of plain) {
    row.forEach((cell, place) => {
      widths[place] = Math.max(widths[place] ?? 0, countColumns(cell));
    });
  }
  return plain.map((row) => {
    const cells = row.map((cell, place) => padToColumns(cell, widths[place] ?? 0));
    return cutToColumns(`${indent}${cells.join(gap)}`.trimEnd(), columns);
  });
}
