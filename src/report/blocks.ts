import { shortenCommit } from '../contract/commit.ts';
import { countThings } from '../contract/count-things.ts';

/** A report as a tree of blocks: what it says, and not how it looks. Three printers turn it into text. */

/** A piece of a line. A string is prose that may come from outside: each printer makes it harmless. */
export type Inline =
  | string
  /** A name or a command, shown as it is and in one piece. */
  | { code: string }
  /** Numbers with units: a line never breaks in them. */
  | { figure: string }
  | { bold: Text }
  /** Beside the words, never instead of them. */
  | { sign: Sign }
  /** Full id; GitHub links its first twelve digits by itself. */
  | { commit: string }
  /** Shown without the link where the address is no web address; a page also links to its own parts. */
  | { link: Text; url: string };

export type Sign = '✅' | '❌' | '⚠️' | '⏳' | '↪️' | '❔';

export type Text = Inline | readonly Inline[];

export type Tone = 'bad' | 'good' | 'warn' | 'dim';

export interface Row {
  cells: readonly Text[];
  /** Lines of code below the first cell. */
  below?: readonly string[];
  /** One cell that names what the rows below it are of. */
  isGroup?: boolean;
  tone?: Tone;
}

export interface Item {
  text: Text;
  /** Lines of output, shown as they are. */
  quoted?: readonly string[];
  /** Links of a page lead to it. */
  id?: string;
}

/** Lines of equally many values; what they are, `legend` says. Nothing in it comes from outside but figures and names. */
export interface LineChart {
  x: { title: string; ticks: readonly number[] | { from: number; to: number } };
  y: { title: string; low: number; high: number };
  lines: readonly { colour: string; values: readonly number[] }[];
  width: number;
  legend: string;
}

export type Block =
  | { kind: 'heading'; level: 2 | 3 | 4; text: Text; tone?: Tone }
  | { kind: 'paragraph'; text: Text; tone?: Tone }
  /** Has to be seen; each line stands by itself. */
  | { kind: 'note'; tone: 'note' | 'warning' | 'tip'; lines: readonly Text[] }
  | { kind: 'list'; items: readonly Item[]; more?: number; what: string }
  | {
      kind: 'table';
      columns: readonly Text[];
      rows: readonly Row[];
      /** Rows that are not here, which are counted below it. */
      more?: number;
      what: string;
    }
  /** The plain title may hold names, which Markdown could take for a mention. */
  | { kind: 'fold'; title: string; plainTitle: string; blocks: readonly Block[] }
  | { kind: 'code'; lines: readonly string[] }
  | { kind: 'chart'; chart: LineChart }
  | { kind: 'small'; text: Text };

export function heading(text: Text, level: 2 | 3 | 4 = 4): Block {
  return { kind: 'heading', level, text };
}

/** Nothing for an empty text. */
export function paragraph(...text: readonly Inline[]): Block[] {
  return text.every((piece) => piece === '') ? [] : [{ kind: 'paragraph', text }];
}

export function note(tone: 'note' | 'warning' | 'tip', lines: readonly Text[]): Block[] {
  return lines.length === 0 ? [] : [{ kind: 'note', tone, lines }];
}

/** At most so many items; the others are counted. Nothing for no items. */
export function list(
  items: readonly (Item | Inline | readonly Inline[])[],
  what: string,
  most = 500,
): Block[] {
  if (items.length === 0) return [];
  const shown = items.slice(0, most).map((item): Item => {
    return typeof item === 'object' && 'text' in item ? item : { text: item };
  });
  return [{ kind: 'list', items: shown, more: items.length - shown.length, what }];
}

export function fold(title: string, blocks: readonly Block[], plainTitle = title): Block[] {
  return blocks.length === 0 ? [] : [{ kind: 'fold', title, plainTitle, blocks }];
}

/** A heading and what stands below it; nothing for nothing. */
export function section(title: Text, blocks: readonly Block[]): Block[] {
  return blocks.length === 0 ? [] : [heading(title), ...blocks];
}

/** Pieces with something between them. */
export function join(texts: readonly Text[], between: string): Inline[] {
  return texts.flatMap((text, place) =>
    place === 0 ? inlinesOf(text) : [between, ...inlinesOf(text)],
  );
}

/** The pieces of a text, strings that touch each other as one: so that a word has all its letters. */
export function piecesOf(text: Text): Inline[] {
  const pieces: Inline[] = [];
  for (const piece of inlinesOf(text)) {
    const last = pieces.at(-1);
    if (typeof piece === 'string' && typeof last === 'string') pieces.splice(-1, 1, last + piece);
    else pieces.push(piece);
  }
  return pieces;
}

function inlinesOf(text: Text): readonly Inline[] {
  return Array.isArray(text) ? (text as readonly Inline[]) : [text as Inline];
}

/** The words alone. */
export function plainOf(text: Text): string {
  return piecesOf(text)
    .map((piece) => {
      if (typeof piece === 'string') return piece;
      if ('code' in piece) return piece.code;
      if ('figure' in piece) return piece.figure;
      if ('sign' in piece) return piece.sign;
      if ('commit' in piece) return shortenCommit(piece.commit);
      return plainOf('bold' in piece ? piece.bold : piece.link);
    })
    .join('');
}

/** `… and 12 more series`. @param what in the plural */
export function formatLeftOut(count: number, what: string): string {
  const one = what === 'series' ? what : what.replace(/s$/, '');
  return `… and ${countThings(count, `more ${one}`, `more ${what}`)}`;
}
