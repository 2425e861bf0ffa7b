/** A text of at most so many characters; `…` says that something is left out, and no character is halved. */
export function cutText(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest - 1).toWellFormed()}…` : text;
}

/** A name in a sentence that may name several. */
export function shortenName(name: string): string {
  return cutText(name, 60);
}
