import { cutPlain } from '../plain-text.ts';

const mostQuoted = 40;
const longestQuoted = 300;

/** The lines of a text as they are, without empty ones at its end. */
export function quoteLines(text: string): string[] {
  const all = text.slice(0, mostQuoted * longestQuoted).split(/\r\n|[\r\n]/);
  const lines = all.slice(0, mostQuoted).map((line) => cutPlain(line, longestQuoted).trimEnd());
  while (lines.length > 0 && lines.at(-1) === '') lines.pop();
  if (all.length > mostQuoted) lines.push('…');
  return lines;
}
