/** Blocks on a grid of columns, for a person at a terminal. */
import { isCommitId, shortenCommit } from '../contract/commit.ts';
import { type Block, type Inline, piecesOf, formatLeftOut, type Row, type Text } from './blocks.ts';
import { isLog } from './format-build.ts';
import { cutPlain, makePlain } from './plain-text.ts';
import type { PatchCommand } from './patch-command.ts';
import { formatLegend, signs } from './terminal-signs.ts';
import {
  countColumns,
  createPaint,
  cutToColumns,
  type Paint,
  padToColumns,
  wrapToColumns,
} from './terminal-text.ts';

export interface TerminalOptions {
  colour: boolean;
  /** The width of the terminal; anything below 60 is laid out as 60. */
  columns: number;
  /** With all that is folded otherwise. */
  verbose?: boolean;
  /** How the person measures the same again: `npx perigee patch` if absent. */
  patch?: PatchCommand;
}

interface Page {
  paint: Paint;
  columns: number;
  verbose: boolean;
  /** Rows of a table and items of a list. */
  mostRows: number;
  /** Signs that a table above has explained. */
  explained: Set<string>;
}

/** Without what is folded, a report has no more lines than a terminal shows at once. */
export const mostLines = 25;
const fewestRows = 1;

/** In brief at most 25 lines: as many rows of each table as there is room for. */
export function printTerminal(blocks: readonly Block[], options: TerminalOptions): string {
  const { colour, verbose = false } = options;
  const page = {
    paint: createPaint(colour),
    columns: Math.max(60, Math.min(options.columns, 120)),
    verbose,
    mostRows: verbose ? Infinity : 12,
    explained: new Set<string>(),
  };
  const print = (some: readonly Block[]): string[] => {
    page.explained.clear();
    return printBlocks(some, page);
  };
  let lines = print(blocks);
  const isLong = (): boolean => !verbose && lines.length > mostLines;
  for (; isLong() && page.mostRows > fewestRows; lines = print(blocks)) page.mostRows -= 1;
  // Rather less of what was found than a half of what to do.
  const advice = blocks.findLastIndex(
    (one) => one.kind === 'paragraph' && writePlain(one.text).includes('What now:'),
  );
  for (let end = advice; isLong() && end > 0; end -= 1)
    lines = print([...blocks.slice(0, end), more, ...blocks.slice(advice)]);
  if (isLong())
    lines = [...lines.slice(0, mostLines - 1), page.paint('dim', writePlain(more.text))];
  return `${lines.join('\n')}\n`;
}

const more = { kind: 'paragraph', text: ['… more with --verbose'] } as const;

function printBlocks(blocks: readonly Block[], page: Page): string[] {
  const lines = blocks.flatMap((block) => printBlock(block, page));
  while (lines.at(-1) === '') lines.pop();
  return lines;
}

const tones = { note: 'dim', tip: 'dim', warning: 'warn' } as const;

function printBlock(block: Block, page: Page): string[] {
  const { columns, paint } = page;
  switch (block.kind) {
    case 'heading': {
      const lines = wrap(block.text, columns).map((line) => paint('bold', line));
      return [
        ...(block.tone === undefined
          ? lines
          : lines.map((line) => paint(block.tone ?? 'dim', line))),
        '',
      ];
    }
    case 'paragraph':
      // The announced lines follow.
      return [...wrap(block.text, columns), ...(writePlain(block.text).endsWith(':') ? [] : [''])];
    case 'small':
      return page.verbose ? wrap(block.text, columns).map((line) => paint('dim', line)) : [];
    case 'note':
      return [
        ...block.lines
          .flatMap((line) => wrap(['! ', ...piecesOf(line)], columns))
          .map((line) => paint(tones[block.tone], line)),
        '',
      ];
    case 'list': {
      const shown = block.items.slice(0, page.mostRows);
      const lines = shown.flatMap(({ quoted = [], text }) => [
        ...wrap(text, columns, '  '),
        ...quoted.map((line) => paint('dim', quote(line, columns))),
      ]);
      return [
        ...lines,
        ...formatMore(block.items.length - shown.length + (block.more ?? 0), block.what, page),
        '',
      ];
    }
    case 'table':
      return printTable(block, page);
    case 'fold':
      if (page.verbose) return printBlocks(block.blocks, page);
      return [
        ...wrap(`With --verbose: ${block.plainTitle}`, columns).map((line) => paint('dim', line)),
        '',
      ];
    case 'code':
      return [...block.lines.map((line) => quote(line, columns)), ''];
    case 'chart':
      return [];
  }
}

function formatMore(count: number, what: string, { paint }: Page): string[] {
  return count === 0 ? [] : [paint('dim', `  ${formatLeftOut(count, what)}`)];
}

const gap = 2;
const narrowest = 18;

/** Columns as wide as they need; where that is too wide for the terminal, the first one is cut. */
function printTable(
  { columns, more = 0, rows, what }: Extract<Block, { kind: 'table' }>,
  page: Page,
): string[] {
  const titles = columns.map(writePlain);
  const kept: Row[] = [];
  let series = 0;
  for (const row of rows) {
    if (row.isGroup !== true) series += 1;
    if (series > page.mostRows) break;
    kept.push(row);
  }
  // A group of which no row is left is not named.
  while (kept.at(-1)?.isGroup === true) kept.pop();
  const left =
    rows.filter(({ isGroup }) => isGroup !== true).length - Math.min(series, page.mostRows);
  const table = kept
    .filter(({ isGroup }) => isGroup !== true)
    .map(({ cells }) => cells.map(writePlain));
  const widths = titles.map((title, column) =>
    Math.max(title.length, ...table.map((cells) => countColumns(cells[column] ?? ''))),
  );
  const rest = widths.slice(1).reduce((sum, width) => sum + width + gap, 2);
  widths[0] = Math.max(narrowest, Math.min(widths[0] ?? 0, page.columns - rest));
  const isWide = rest + narrowest > page.columns;
  const layOut = (cells: readonly string[]): string[] => {
    // Each figure behind the name of its column, where they do not fit beside each other.
    if (isWide) {
      const named = cells.map((cell, column) =>
        keep(`${titles[column] ?? ''} ${cell}`.trim(), page.columns),
      );
      return wrap(named.filter((cell) => cell !== '').join(', '), page.columns, '  ');
    }
    const padded = cells.map((cell, column) => {
      const width = widths[column] ?? 0;
      return padToColumns(cutToColumns(cell, width), width);
    });
    return [`  ${padded.join(' '.repeat(gap))}`.trimEnd()];
  };
  const hasTitles = !isWide && titles.some((title) => title !== '');
  const lines = hasTitles ? layOut(titles).map((line) => page.paint('dim', line)) : [];
  for (const row of kept) {
    const cells = row.cells.map(writePlain);
    if (row.isGroup === true) {
      const name = cutToColumns(cells[0] ?? '', page.columns * 2 - 4);
      lines.push(...wrap(name, page.columns).map((line) => page.paint('bold', line)));
      continue;
    }
    const { tone } = row;
    lines.push(
      ...layOut(cells).map((line) => (tone === undefined ? line : page.paint(tone, line))),
    );
    for (const text of row.below ?? []) lines.push(page.paint('dim', quote(text, page.columns)));
  }
  return [
    ...lines,
    ...formatMore(left + more, what, page),
    ...formatLegend(kept, page.explained).map((line) => page.paint('dim', line)),
    '',
  ];
}

export function writePlain(text: Text): string {
  return piecesOf(text).map(plainPiece).join('');
}

function plainPiece(piece: Inline): string {
  if (typeof piece === 'string') return makePlain(piece);
  if ('code' in piece) return makePlain(piece.code);
  if ('figure' in piece) return makePlain(piece.figure);
  if ('sign' in piece) return signs[piece.sign] ?? '';
  if ('commit' in piece) {
    return isCommitId(piece.commit) ? shortenCommit(piece.commit) : cutPlain(piece.commit, 64);
  }
  return writePlain('bold' in piece ? piece.bold : piece.link);
}

/** No line breaks within figures, nor within a command: one that is too long has a line of its own, so that it can be pasted. */
function wrap(text: Text, columns: number, indent = ''): string[] {
  const long: string[] = [];
  const ownLine = '`'.repeat(Math.max(1, columns - indent.length));
  const keepCode = (code: string, at: number, whole: string): string => {
    if (fits(code, columns)) return keep(code, columns);
    if (!/^( |$)/.test(whole.slice(at + code.length))) return code;
    long.push(code.slice(1, -1));
    return ownLine;
  };
  const words = piecesOf(text).map((piece) => {
    const plain = plainPiece(piece);
    if (typeof piece === 'string') return plain.replace(/`[^`]+`/g, keepCode);
    return 'figure' in piece ? keep(plain, columns) : plain;
  });
  return wrapToColumns(words.join(''), columns, indent).map((line) =>
    line.trimStart() === ownLine
      ? `${indent}  ${long.shift() ?? ''}`
      : line.replaceAll('\u00a0', ' '),
  );
}

function fits(text: string, columns: number): boolean {
  return text.length < columns - 4;
}

function keep(text: string, columns: number): string {
  return fits(text, columns) ? text.replaceAll(' ', '\u00a0') : text;
}

/** Output is cut to the width; the place of a log is not: a path that was cut leads nowhere. */
function quote(line: string, columns: number): string {
  const plain = `      ${makePlain(line)}`;
  return isLog(line) ? plain : cutToColumns(plain, columns);
}
