const encoder = new TextEncoder();
const note = '\n\n…';

/** The start of a text, at a whole character, that has no more bytes in UTF-8; with a sign that it was cut. */
export function cutBytes(text: string, mostBytes: number): string {
  if (Buffer.byteLength(text) <= mostBytes) return text;
  const room = mostBytes - Buffer.byteLength(note);
  const { read } = encoder.encodeInto(text, new Uint8Array(room));
  return `${text.slice(0, read)}${note}`;
}

/** The same by characters as GitHub counts them: half of a pair is not left behind. */
export function cutCharacters(text: string, most: number, sign: string = note): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most - sign.length);
  return `${cut.replace(/[\ud800-\udbff]$/, '')}${sign}`;
}
