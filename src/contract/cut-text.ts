/** A text of at most so many characters; `…` says that something is left out, and no character is halved. */
export function cutText(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest - 1).toWellFormed()}…` : text;
}

/** A name in a sentence that may name several. */
export function shortenName(name: string): string {
  return cutText(name, 60);
}

const longestValue = 40;
/** A cut and seven digits of a hash. */
const hashRoom = 12;

/** A long value by its beginning and a hash of all of it (FNV-1a): others that begin alike end otherwise. */
export function shortenValue(text: string, longest = longestValue): string {
  if (text.length <= longest) return text;
  let hash = 0x811c9dc5;
  for (const character of text) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return `${cutText(text, longest - hashRoom)}#${(hash >>> 0).toString(36)}`;
}
