/** Text on a grid of columns: measured, wrapped, padded and coloured. Pure; nothing is written here. */
import { makePlain } from './plain-text.ts';

/** Made when it is needed: that takes longer than to draw a report. */
let graphemes: Intl.Segmenter | undefined;
/** ASCII, Latin, punctuation, arrows and signs: every character takes one column by itself. */
const narrow =
  /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u024f\u2010-\u2027\u2030-\u205e\u2190-\u22ff\u2500-\u257f\u2713\u2717]*$/;
/** Characters that terminals draw over two columns. */
const wide =
  /[\p{Emoji_Presentation}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]/u;

const joined = /^[\p{M}\p{Cf}]+$/u;

function segmentText(text: string): Intl.Segments {
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return graphemes.segment(text);
}

function countOfSegment(segment: string): number {
  if (joined.test(segment)) return 0;
  return wide.test(segment) || segment.includes('\ufe0f') ? 2 : 1;
}

/** How many columns a plain text takes. */
export function countColumns(text: string): number {
  if (narrow.test(text)) return text.length;
  let columns = 0;
  for (const { segment } of segmentText(text)) columns += countOfSegment(segment);
  return columns;
}

/** Cut at the end with an ellipsis when it is wider than `columns`. */
export function cutToColumns(text: string, columns: number): string {
  return fit(text, columns).text;
}

/** Measured and cut at once: what a stranger sends may be long. */
function fit(text: string, columns: number): { text: string; taken: number } {
  if (narrow.test(text)) {
    if (text.length <= columns) return { text, taken: text.length };
    const kept = `${text.slice(0, columns - 1).trimEnd()}…`;
    return { text: kept, taken: kept.length };
  }
  let taken = 0;
  let end = 0;
  for (const { segment, index } of segmentText(text)) {
    taken += countOfSegment(segment);
    if (taken > columns) {
      const kept = `${text.slice(0, end).trimEnd()}…`;
      return { text: kept, taken: countColumns(kept) };
    }
    if (taken <= columns - 1) end = index + segment.length;
  }
  return { text, taken };
}

export function padToColumns(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - countColumns(text)));
}

/** Lines of at most `columns`, each behind `indent`; words longer than a line are cut. */
export function wrapToColumns(text: string, columns: number, indent = ''): string[] {
  const room = Math.max(20, columns - indent.length);
  const lines: string[] = [];
  let line = '';
  let taken = 0;
  for (const each of makePlain(text).split(' ')) {
    const word = fit(each, room);
    if (line !== '' && taken + 1 + word.taken > room) {
      lines.push(indent + line);
      line = '';
    }
    taken = line === '' ? word.taken : taken + 1 + word.taken;
    line = line === '' ? word.text : `${line} ${word.text}`;
  }
  if (line !== '') lines.push(indent + line);
  return lines;
}

export type Tone = 'bad' | 'good' | 'warn' | 'dim' | 'bold';
export type Paint = (tone: Tone, text: string) => string;

const codes: Readonly<Record<Tone, string>> = {
  bad: '31',
  good: '32',
  warn: '33',
  dim: '2',
  bold: '1',
};

/** Colours for a terminal, or a painter that leaves the text as it is. */
export function createPaint(colour: boolean): Paint {
  if (!colour) return (_tone, text) => text;
  return (tone, text) => (text === '' ? '' : `\u001b[${codes[tone]}m${text}\u001b[0m`);
}
