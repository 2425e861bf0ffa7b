import { createHash } from 'node:crypto';

/** Whether the first line is the marker. Anyone can write the same, so the author counts too. */
export function hasMarker(body: string, marker: string): boolean {
  return body === marker || body.startsWith(`${marker}\n`) || body.startsWith(`${marker}\r\n`);
}

/** The body with the marker as its first line. */
export function withMarker(body: string, marker: string): string {
  return hasMarker(body, marker) ? body : `${marker}\n${body}`;
}

export function isSameText(one: string, other: string): boolean {
  return flatten(one) === flatten(other);
}

/** Equal for what is the same text: to remember long ones by. */
export function digestText(text: string): string {
  return createHash('sha256').update(flatten(text)).digest('hex');
}

/** GitHub may give the line breaks of another system back. */
function flatten(text: string): string {
  return text.replaceAll('\r\n', '\n').trimEnd();
}
