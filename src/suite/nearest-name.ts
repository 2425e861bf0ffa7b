import type { Effort } from './places.ts';
import { formatText } from './format-value.ts';

/** Pairs of letters that are compared at the most: some 0.2 s. Names beyond it are not looked at. */
export const mostEdits = 5_000_000;

/**
 * The name that was probably meant: the one with the fewest edits, if no more than a third of the
 * word has to change. An edit adds, drops, replaces or swaps neighbouring letters; case is no edit.
 * @param effort what it may cost; less is left then. Without it, as much as one question may
 */
export function nearestName(
  word: string,
  names: Iterable<string>,
  effort: Effort = { left: mostEdits },
): string | undefined {
  const typed = word.toLowerCase();
  let fewest = Math.max(1, Math.floor(typed.length / 3)) + 1;
  let nearest: string | undefined;
  for (const name of names) {
    // Looking at a name is work too, even if it is too long.
    effort.left -= 1;
    if (Math.abs(name.length - typed.length) >= fewest) continue;
    if (effort.left < 0) break;
    const edits = countEdits(typed, name.toLowerCase(), fewest, effort);
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
  effort?: Effort,
): string | undefined {
  const nearest = nearestName(word, names, effort);
  return nearest === undefined ? otherwise : `did you mean ${formatText(nearest)}?`;
}

/**
 * Optimal string alignment: Levenshtein's recurrence with one case more for swapped neighbours.
 * @param enough as many or more are all the same; it ends as soon as there are
 */
function countEdits(a: string, b: string, enough: number, effort: Effort): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const replaced = at(last, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const viaSwap = swapped ? at(beforeLast, j - 2) + 1 : Infinity;
      const edits = Math.min(at(last, j) + 1, at(row, j - 1) + 1, replaced, viaSwap);
      least = Math.min(least, edits);
      row.push(edits);
    }
    effort.left -= b.length;
    if (least >= enough || effort.left < 0) return Infinity;
    beforeLast = last;
    last = row;
  }
  return at(last, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Infinity;
}
