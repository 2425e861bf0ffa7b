/** Text on a grid of columns: measured, wrapped, padded and coloured. Pure; nothing is written here. */
import { makePlain } from './plain-text.ts';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const ascii = /^[\x20-\x7e]*$/;
/** What terminals draw over two columns. */
const wide =
  /[\p{Emoji_Presentation}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]/u;

/** How many columns a plain text takes. */
export function countColumns(text: string): number {
  if (ascii.test(text)) return text.length;
  let columns = 0;
  for (const { segment } of graphemes.segment(text)) {
    if (/^[\p{M}\p{Cf}]+$/u.test(segment)) continue;
    columns += wide.test(segment) || segment.includes('\ufe0f') ? 2 : 1;
  }
  return columns;
}

/** Cut at the end with an ellipsis when it is wider than `columns`. */
export function cutToColumns(text: string, columns: number): string {
  if (countColumns(text) <= columns) return text;
  let kept = '';
  for (const { segment } of graphemes.segment(text)) {
    if (countColumns(kept + segment) > columns - 1) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}

export function padToColumns(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - countColumns(text)));
}

/** Lines of at most `columns`, each behind `indent`; words longer than a line are cut. */
export function wrapToColumns(text: string, columns: number, indent = ''): string[] {
  const room = Math.max(20, columns - indent.length);
  const lines: string[] = [];
  let line = '';
  for (const word of makePlain(text).split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (countColumns(longer) <= room || line === '') line = cutToColumns(longer, room);
    else {
      lines.push(indent + line);
      line = cutToColumns(word, room);
    }
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
