const longest = 60;

/** A name in a sentence that may name several. */
export function shortenName(name: string): string {
  return name.length > longest ? `${name.slice(0, longest - 1)}…` : name;
}
