/** Comments and check outputs end at 65,536 characters and at 65,535 bytes; bytes are never fewer. */
export const markdownLimitBytes = 65_535;

/** A part of the text: it is there with its frame or not at all, and its rows may be cut off. */
export interface Block {
  /** Lines before the rows. */
  head: readonly string[];
  /** Lines that may be left out from the end. */
  rows: readonly string[];
  /** Rows that were left out earlier; the note about missing rows counts them. */
  alreadyLeftOut?: number;
  /** Says that so many rows are not shown; stands between rows and tail. */
  tellLeftOut(count: number): string;
  /** Lines after the rows. */
  tail: readonly string[];
}

/** Every block that is there shows so many rows before an earlier one gets more. */
const guaranteedRows = 3;

const encoder = new TextEncoder();
const measure = (lines: readonly string[]): number => {
  return lines.reduce((sum, line) => sum + encoder.encode(line).length + 1, 0);
};

/**
 * Joins the blocks within the limit. Frames are paid for first, then a few rows of each block, then
 * the rest in order; whole rows only, so that tables and folds stay well formed.
 */
export function fitBlocks(blocks: readonly Block[], limitBytes = markdownLimitBytes): string {
  const frames = blocks.map((block) => {
    const longestNote = block.tellLeftOut(block.rows.length + (block.alreadyLeftOut ?? 0));
    return measure([...block.head, longestNote, ...block.tail]);
  });
  let kept = blocks.length;
  let paid = frames.reduce((sum, bytes) => sum + bytes, 0);
  // A frame that does not fit goes as a whole, the least important first.
  while (paid > limitBytes && kept > 0) paid -= frames[--kept] ?? 0;

  const shown = new Array<number>(kept).fill(0);
  let room = limitBytes - paid;
  for (const most of [guaranteedRows, Infinity]) {
    for (const [index, { rows }] of blocks.slice(0, kept).entries()) {
      let count = shown[index] ?? 0;
      for (; count < Math.min(most, rows.length); count += 1) {
        const bytes = measure([rows[count] ?? '']);
        if (bytes > room) break;
        room -= bytes;
      }
      shown[index] = count;
    }
  }
  const lines = blocks.slice(0, kept).flatMap((block, index) => {
    const count = shown[index] ?? 0;
    const left = block.rows.length - count + (block.alreadyLeftOut ?? 0);
    const note = left > 0 ? [block.tellLeftOut(left)] : [];
    return [...block.head, ...block.rows.slice(0, count), ...note, ...block.tail];
  });
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}
