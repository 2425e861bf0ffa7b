import { showText } from './show-value.ts';

/**
 * The name that was probably meant: the one with the fewest edits, if no more than a third of the
 * word has to change. An edit adds, drops, replaces or swaps neighbouring letters; case is no edit.
 */
export function nearestName(word: string, names: Iterable<string>): string | undefined {
  const typed = word.toLowerCase();
  let fewest = Math.max(1, Math.floor(typed.length / 3)) + 1;
  let nearest: string | undefined;
  for (const name of names) {
    if (Math.abs(name.length - typed.length) >= fewest) continue;
    const edits = countEdits(typed, name.toLowerCase());
    if (edits >= fewest) continue;
    fewest = edits;
    nearest = name;
  }
  return nearest;
}

/** `did you mean "x"?`, or what else to say where no name is near. */
export function suggestName(
  word: string,
  names: Iterable<string>,
  otherwise?: string,
): string | undefined {
  const nearest = nearestName(word, names);
  return nearest === undefined ? otherwise : `did you mean ${showText(nearest)}?`;
}

/** Optimal string alignment: Levenshtein's recurrence with one case more for swapped neighbours. */
function countEdits(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = at(last, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const viaSwap = swapped ? at(beforeLast, j - 2) + 1 : Infinity;
      row.push(Math.min(at(last, j) + 1, at(row, j - 1) + 1, replaced, viaSwap));
    }
    beforeLast = last;
    last = row;
  }
  return at(last, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Infinity;
}
