import { createHash } from 'node:crypto';
import { showMarker } from '../../../src/report/markdown-text.ts';

/**
 * Marks the answer to a command. Anyone can write the same, so the author counts too.
 * @param key of the command
 */
export function replyMarker(key: string): string {
  return `perigee:reply:${encodeURIComponent(key)}`;
}

/** Whether it begins with any of our markers, which all begin alike. */
export function mayHaveMarker(body: string): boolean {
  return body.startsWith(showMarker('perigee').replace(/ *-->$/, ''));
}

/** Whether the first line is the marker. */
export function hasMarker(body: string, marker: string): boolean {
  const line = showMarker(marker);
  return body === line || body.startsWith(`${line}\n`) || body.startsWith(`${line}\r\n`);
}

/** The body with the marker as its first line. */
export function withMarker(body: string, marker: string): string {
  return hasMarker(body, marker) ? body : `${showMarker(marker)}\n${body}`;
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
