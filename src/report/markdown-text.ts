/**
 * Text for Markdown as GitHub and Buildkite read it. Backslashes and entities stop markup but not
 * mentions, issue references or links, which those sites find in the finished page; a code span
 * stops all of them. So names stand in code spans, and in sentences every suspicious word does.
 */
import { makePlain } from './plain-text.ts';

/** A code span that shows `text` as it is. Inside a table cell pass `inTable`, for the pipes. */
export function formatCode(text: string, inTable = false): string {
  let plain = makePlain(text);
  if (plain === '') return '';
  if (inTable) {
    // A backslash before a pipe would be read as its escape: the pipe gives way.
    plain = plain.replace(/(?<=\\)\|/g, '¦').replaceAll('|', '\\|');
  }
  const longestRun = plain.match(/`+/g)?.reduce((most, run) => Math.max(most, run.length), 0) ?? 0;
  const fence = '`'.repeat(longestRun + 1);
  const pad = /^[ `]|[ `]$/.test(plain) ? ' ' : '';
  return `${fence}${pad}${plain}${pad}${fence}`;
}

/** Lines as a block of code. No line can end it: its fence is longer than any in them. */
export function fenceCode(lines: readonly string[]): string[] {
  const plain = lines.map(makePlain);
  const runs = plain.flatMap((line) => line.match(/`+/g) ?? []);
  const fence = '`'.repeat(Math.max(3, ...runs.map(({ length }) => length + 1)));
  return [`${fence}text`, ...plain, fence];
}

/** Letters, digits and the punctuation of sentences: nothing of it means anything to Markdown. */
const harmless = /^[\p{L}\p{M}\p{N}.,;:%()'"’“”…?!+=→›·°✓✗–—-]+$/u;
/** Texts that a site turns into a link or a picture although every character is harmless. */
const linked = /\b(?:(?=[0-9a-f]*\d)[0-9a-f]{7,64}|gh-\d+)\b|\bwww\.|:[\w+-]+:|\b\w+:\/\//i;
/** Would start a list or an underline where a line begins with it. */
const listStart = /^(?:[-+=]+|\d+[.)])$/;

/** Brackets and the ends of sentences around what becomes code: they stay outside. */
function splitAround(text: string): { open: string; core: string; close: string } {
  let start = 0;
  let end = text.length;
  while (text[start] === '(') start += 1;
  // Not by an expression at the end of the text, which would be tried from each of its characters.
  while (end > start && '),.:;?!'.includes(text[end - 1] ?? ' ')) end -= 1;
  return { open: text.slice(0, start), core: text.slice(start, end), close: text.slice(end) };
}

/** A command in backticks, as a sentence of ours names it; only whole words, so that no two spans touch. */
const command = /(?<![^\s(])`([^`]+)`(?=$|[\s).,:;?!])/;

/** A sentence that may hold names: commands in backticks stay whole, suspicious words become code. */
export function formatProse(text: string, inTable = false): string {
  const parts = makePlain(text).split(command);
  // One part in two is a command. Blanks beside it stay, those at both ends go.
  return parts
    .map((part, place) => {
      if (place % 2 === 1) return formatCode(part, inTable);
      const words = formatWords(part, inTable, place === 0);
      const start = place > 0 && part.startsWith(' ') ? ' ' : '';
      const end = place < parts.length - 1 && part.endsWith(' ') ? ' ' : '';
      return words === '' ? start || end : `${start}${words}${end}`;
    })
    .join('')
    .trim();
}

function formatWords(text: string, inTable: boolean, isStart: boolean): string {
  const shown: string[] = [];
  let suspects: string[] = [];
  const flush = (): void => {
    const { open, core, close } = splitAround(suspects.join(' '));
    if (core !== '') shown.push(`${open}${formatCode(core, inTable)}${close}`);
    suspects = [];
  };
  for (const word of text.split(/ +/)) {
    if (word === '') continue;
    const isFirst = isStart && shown.length + suspects.length === 0;
    const plain = harmless.test(word) && !linked.test(word) && !(isFirst && listStart.test(word));
    if (!plain) suspects.push(word);
    else {
      flush();
      shown.push(word);
    }
  }
  flush();
  return shown.join(' ');
}

const figures = /^[\p{L}\p{N} .,%+\-–→()/<∞…]*$/u;

/** Numbers with units, which never break over lines. What cannot be one is shown as a sentence. */
export function formatFigure(text: string, inTable = false): string {
  const plain = makePlain(text);
  const isFigure = figures.test(plain) && !linked.test(plain) && !/<(?!\d)/.test(plain);
  return isFigure ? plain.replace(/ (?!\()/g, '\u00a0') : formatProse(plain, inTable);
}

/** An invisible first line by which a comment is found again. Of its own content it makes the same. */
export function formatMarker(marker: string): string {
  const plain = makePlain(marker).replace(/[<>]/g, '');
  return `<!-- ${plain.replace(/-(?=-)/g, '')} -->`;
}

/** A web address that cannot end early between the brackets of a link; undefined when it is none. */
export function cleanAddress(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { href, protocol } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:') return undefined;
  return href.replace(/[()<>|\\`*_[\]\s]/g, (character) => {
    return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
  });
}
