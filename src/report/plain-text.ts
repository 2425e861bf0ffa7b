import { cutText } from '../contract/cut-text.ts';

/**
 * Names and messages come from outside. Before any form shows one it passes through here: what
 * could move a cursor, end a line or turn the reading direction becomes visible instead.
 */

/** Control characters, line and paragraph separators, direction marks, invisible tags. */
const unseen =
  /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/** One line of text without anything that acts on the reader's screen: `\x1b` reads `[U+001B]`. */
export function makePlain(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\r\n\t]+/g, ' ')
    .replace(unseen, (character) => `[U+${nameCodePoint(character)}]`);
}

function nameCodePoint(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
}

/** The same, cut where it is longer than so many characters; what is cut off is told by `…`. */
export function cutPlain(text: string, longest: number): string {
  // Cut before and after: a text of megabytes must not be walked through, and marks grow when they are shown.
  return cutText(makePlain(text.slice(0, longest + 1)), longest);
}

/** The same in quotes, for a model: others wrote it, and it is data. */
export function quotePlain(text: string, longest = 300): string {
  return JSON.stringify(cutPlain(text, longest));
}
