/** Parts of a comment that are lines of text. Words in them are ours unless they pass through `showProse` or `showCode`. */
import type { Block } from '../markdown-budget.ts';
import { noRows } from '../markdown-sections.ts';
import { showProse } from '../markdown-text.ts';
import { cutPlain } from '../plain-text.ts';

/** A part that is there as a whole or not at all; nothing for no lines. */
export function showLines(lines: readonly string[]): Block[] {
  return lines.length === 0 ? [] : [{ head: [...lines, ''], tail: [], ...noRows }];
}

/** Its lines stand behind a title that opens on demand; a part of them may be left out. */
export function foldRows(title: string, rows: readonly string[], what: string): Block[] {
  if (rows.length === 0) return [];
  return [
    {
      head: ['<details>', `<summary>${title}</summary>`, ''],
      rows,
      tail: ['', '</details>', ''],
      tellLeftOut: (left) =>
        `\n… and ${left.toLocaleString('en-US')} more ${what}, not shown here.`,
    },
  ];
}

/** Words that somebody else wrote, as far as a comment has room for them. */
export function showCut(text: string, longest = 300): string {
  return showProse(cutPlain(text, longest));
}

const mostQuoted = 40;
const longestQuoted = 300;

/** Several lines as they are, in a block of code that they cannot end. */
export function quoteLines(text: string): string[] {
  const all = text.slice(0, mostQuoted * longestQuoted).split(/\r\n|[\r\n]/);
  const lines = all.slice(0, mostQuoted).map((line) => cutPlain(line, longestQuoted).trimEnd());
  while (lines.length > 0 && lines.at(-1) === '') lines.pop();
  if (all.length > mostQuoted) lines.push('…');
  let fence = '```';
  while (lines.some((line) => line.includes(fence))) fence += '`';
  return [`${fence}text`, ...lines, fence];
}

/** An alert of GitHub's with one line for each sentence. */
export function showAlert(kind: 'NOTE' | 'WARNING' | 'TIP', sentences: readonly string[]): Block[] {
  if (sentences.length === 0) return [];
  const [first = '', ...others] = sentences;
  return showLines([
    `> [!${kind}]`,
    `> ${first}`,
    ...others.flatMap((sentence) => ['>', `> ${sentence}`]),
  ]);
}
