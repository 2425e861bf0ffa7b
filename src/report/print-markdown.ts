/** Blocks as Markdown for GitHub and Buildkite, within what these keep. */
import { isCommitId, shortenCommit } from '../contract/commit.ts';
import {
  type Block,
  type Inline,
  type Item,
  type LineChart,
  piecesOf,
  type Row,
  formatLeftOut,
  type Text,
} from './blocks.ts';
import {
  cleanAddress,
  fenceCode,
  formatCode,
  formatFigure,
  formatMarker,
  formatProse,
} from './markdown-text.ts';
import { cutPlain, makePlain } from './plain-text.ts';

/** Comments and check outputs end at 65,536 characters and at 65,535 bytes; bytes are never fewer. */
export const markdownLimitBytes = 65_535;

export interface PrintOptions {
  limitBytes?: number;
  /** Put into an HTML comment on the first line, so that a comment can be found and updated. */
  marker?: string;
  /** The site it is read on: Buildkite draws neither alerts nor Mermaid. */
  site?: 'github' | 'buildkite';
}

/** Whole blocks and whole rows only, so that tables and folds stay well formed; it says what it left out. */
export function printMarkdown(
  blocks: readonly Block[],
  { limitBytes = markdownLimitBytes, marker, site = 'github' }: PrintOptions = {},
): string {
  const first = marker === undefined ? [] : [frame([formatMarker(marker)])];
  return fitParts([...first, ...toParts(blocks, site)], limitBytes);
}

/** A text within a line. */
export function printText(text: Text, inTable = false): string {
  let line = '';
  for (const piece of piecesOf(text)) {
    const next = printPiece(piece, inTable);
    // An exclamation mark would make a picture of a link, and two runs of backticks are one.
    const clash =
      (line.endsWith('!') && next.startsWith('[')) || (line.endsWith('`') && next.startsWith('`'));
    line += clash ? ` ${next}` : next;
  }
  return line;
}

function printPiece(piece: Inline, inTable: boolean): string {
  if (typeof piece === 'string') {
    const shown = formatProse(piece, inTable);
    const [start, end] = [/^\s/.test(piece) ? ' ' : '', /\s$/.test(piece) ? ' ' : ''];
    return shown === '' ? start : `${start}${shown}${end}`;
  }
  if ('code' in piece) return formatCode(piece.code, inTable);
  if ('figure' in piece) return formatFigure(piece.figure, inTable);
  if ('sign' in piece) return piece.sign;
  if ('commit' in piece) {
    const { commit } = piece;
    return isCommitId(commit) ? shortenCommit(commit) : formatCode(cutPlain(commit, 64), inTable);
  }
  if ('bold' in piece) return `**${printText(piece.bold, inTable)}**`;
  const [words, address] = [printText(piece.link, inTable), cleanAddress(piece.url)];
  return address === undefined ? words : `[${words}](${address})`;
}

/** A part of the text: its frame is there as a whole or not at all, and its rows may be cut off. */
interface Part {
  head: readonly string[];
  rows: readonly string[];
  /** Rows that were left out before. */
  more: number;
  what: string;
  parts: readonly Part[];
  tail: readonly string[];
}

function frame(head: readonly string[], rest: Partial<Part> = {}): Part {
  return { rows: [], more: 0, what: '', parts: [], tail: [], ...rest, head };
}

/** A heading belongs to what follows it: both are there, or neither. */
function toParts(blocks: readonly Block[], site: 'github' | 'buildkite'): Part[] {
  const parts: Part[] = [];
  let headings: string[] = [];
  for (const block of blocks) {
    if (block.kind === 'heading') {
      headings.push(`${'#'.repeat(block.level)} ${printText(block.text)}`, '');
      continue;
    }
    const part = toPart(block, site);
    parts.push({ ...part, head: [...headings, ...part.head] });
    headings = [];
  }
  return headings.length === 0 ? parts : [...parts, frame(headings)];
}

function toPart(block: Exclude<Block, { kind: 'heading' }>, site: 'github' | 'buildkite'): Part {
  switch (block.kind) {
    case 'paragraph':
      return frame([printText(block.text), '']);
    case 'small':
      return frame([`<sub>${printText(block.text)}</sub>`, '']);
    case 'note': {
      const lines = block.lines.flatMap((line, place) => [
        ...(place === 0 ? [] : ['>']),
        `> ${printText(line)}`,
      ]);
      return frame([openAlert(block.tone, site), ...lines, '']);
    }
    case 'list': {
      const { more = 0, what } = block;
      return frame([], { rows: block.items.map(printItem), more, what, tail: [''] });
    }
    case 'table': {
      const { columns, more = 0, rows, what } = block;
      const titles = columns.map((column) => printText(column, true));
      const head = [`| ${titles.join(' | ')} |`, `|${' --- |'.repeat(columns.length)}`];
      const lines = rows.map((row) => printRow(row, columns.length));
      return frame(head, { rows: lines, more, what, tail: [''] });
    }
    case 'fold':
      return frame(['<details>', `<summary>${escapeTitle(block.title)}</summary>`, ''], {
        parts: toParts(block.blocks, site),
        tail: ['</details>', ''],
      });
    case 'code':
      return frame([...fenceCode(block.lines), '']);
    case 'chart':
      return frame(
        site === 'github' ? [...drawMermaid(block.chart), '', block.chart.legend, ''] : [],
      );
  }
}

/** The first line of a quotation that has to be seen. */
function openAlert(tone: 'note' | 'warning' | 'tip', site: 'github' | 'buildkite'): string {
  if (site === 'github') return `> [!${tone.toUpperCase()}]`;
  return tone === 'warning' ? '> ⚠️ **Warning.**' : '> ℹ️ **Note.**';
}

function printItem({ text, quoted = [] }: Item): string {
  const output = quoted.length === 0 ? [] : ['', ...fenceCode(quoted).map((line) => `  ${line}`)];
  return [`- ${printText(text)}`, ...output].join('\n');
}

function printRow({ below = [], cells, isGroup = false }: Row, columnCount: number): string {
  const [first = '', ...rest] = cells.map((cell) => printText(cell, true));
  const name = [isGroup ? `**${first}**` : first, ...below.map((line) => formatCode(line, true))];
  const padded = [name.join('<br>'), ...rest, ...new Array<string>(columnCount).fill('')];
  return `| ${padded.slice(0, columnCount).join(' | ')} |`;
}

function escapeTitle(title: string): string {
  return makePlain(title).replace(
    /[&<>]/g,
    (mark) => ({ '&': '&amp;', '<': '&lt;' })[mark] ?? '&gt;',
  );
}

/** A chart in the part of Mermaid's grammar that we use: its numbers have no exponent. */
function drawMermaid({ lines, width, x, y }: LineChart): string[] {
  const write = (value: number): string =>
    value.toLocaleString('en-US', { useGrouping: false, maximumSignificantDigits: 6 });
  const list = (values: readonly number[]): string => `[${values.map(write).join(', ')}]`;
  const axis = (title: string): string =>
    makePlain(title)
      .replace(/[^\w ,.()µ]/g, ' ')
      .trim();
  const plotColorPalette = lines.map(({ colour }) => colour).join(', ');
  const looks = {
    xyChart: { width, height: 260 },
    themeVariables: { xyChart: { plotColorPalette } },
  };
  const ticks = 'from' in x.ticks ? `${x.ticks.from} --> ${x.ticks.to}` : list(x.ticks);
  return [
    '```mermaid',
    `%%{init: ${JSON.stringify(looks)}}%%`,
    'xychart-beta',
    `  x-axis "${axis(x.title)}" ${ticks}`,
    `  y-axis "${axis(y.title)}" ${write(y.low)} --> ${write(y.high)}`,
    ...lines.map(({ values }) => `  line ${list(values)}`),
    '```',
  ];
}

/** Every part that is there shows so many rows before an earlier one gets more. */
const guaranteedRows = 3;

const encoder = new TextEncoder();
const measure = (lines: readonly string[]): number => {
  return lines.reduce((sum, line) => sum + encoder.encode(line).length + 1, 0);
};

/** Frames are paid for first, then a few rows of each part, then the rest in order. */
function fitParts(parts: readonly Part[], limitBytes: number): string {
  const all = flatten(parts);
  let kept = all.length;
  const costs = all.map((part) => {
    return measure([
      ...part.head,
      formatLeftOut(part.rows.length + part.more, part.what),
      '',
      ...part.tail,
    ]);
  });
  let paid = costs.reduce((sum, bytes) => sum + bytes, 0);
  // A frame that does not fit goes as a whole, the last one first, and so never before what it holds.
  while (paid > limitBytes && kept > 0) paid -= costs[--kept] ?? 0;

  const shown = new Map<Part, number>(all.slice(0, kept).map((part) => [part, 0]));
  let room = limitBytes - paid;
  for (const most of [guaranteedRows, Infinity]) {
    for (const [part, already] of shown) {
      let count = already;
      for (; count < Math.min(most, part.rows.length); count += 1) {
        const bytes = measure([part.rows[count] ?? '']);
        if (bytes > room) break;
        room -= bytes;
      }
      shown.set(part, count);
    }
  }
  const lines = writeParts(parts, shown);
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}

function writeParts(parts: readonly Part[], shown: ReadonlyMap<Part, number>): string[] {
  return parts.flatMap((part) => {
    const count = shown.get(part);
    if (count === undefined) return [];
    const left = part.rows.length - count + part.more;
    const cut =
      left > 0 ? [...(part.rows.length > 0 ? [''] : []), formatLeftOut(left, part.what)] : [];
    const rows = part.rows.slice(0, count);
    return [...part.head, ...rows, ...cut, ...writeParts(part.parts, shown), ...part.tail];
  });
}

function flatten(parts: readonly Part[]): Part[] {
  return parts.flatMap((part) => [part, ...flatten(part.parts)]);
}
