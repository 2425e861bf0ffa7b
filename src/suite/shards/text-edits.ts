/** Changes of a text by offsets into what it was. */
export interface TextEdits {
  slice(from: number, to: number): string;
  /** The blanks before an offset; undefined when something else stands before it in its line. */
  indentAt(offset: number): string | undefined;
  replace(from: number, to: number, text: string): void;
  /** Takes a stretch away, and the blanks before it. */
  cutWithBlanksBefore(from: number, to: number): void;
  /** Puts lines before the line of an offset. */
  insertBefore(offset: number, indent: string, lines: readonly string[]): void;
  /** Puts lines after the line of an offset. */
  insertAfter(offset: number, indent: string, lines: readonly string[]): void;
  /** Puts lines at the end, after an empty one. */
  append(indent: string, lines: readonly string[]): void;
  apply(): string;
}

/** Collects edits that do not overlap; lines end as the first line of the text does. */
export function createTextEdits(text: string): TextEdits {
  const edits: { from: number; to: number; text: string }[] = [];
  const newline = /\r?\n/.exec(text)?.[0] ?? '\n';
  const join = (indent: string, lines: readonly string[]): string =>
    lines.map((line) => `${indent}${line}${newline}`).join('');
  const replace = (from: number, to: number, by: string): void => {
    edits.push({ from, to, text: by });
  };
  const lineStart = (offset: number): number => text.lastIndexOf('\n', offset - 1) + 1;
  const insertAtEnd = (lines: string): void => {
    const isOpen = text !== '' && !text.endsWith('\n');
    replace(text.length, text.length, `${isOpen ? newline : ''}${lines}`);
  };
  return {
    slice: (from, to) => text.slice(from, to),
    indentAt: (offset) => {
      const before = text.slice(lineStart(offset), offset);
      return before.trim() === '' ? before : undefined;
    },
    replace,
    cutWithBlanksBefore: (from, to) => {
      replace(text.slice(0, from).trimEnd().length, to, '');
    },
    insertBefore: (offset, indent, lines) => {
      const start = lineStart(offset);
      replace(start, start, join(indent, lines));
    },
    insertAfter: (offset, indent, lines) => {
      const end = text.indexOf('\n', offset);
      if (end < 0) insertAtEnd(join(indent, lines));
      else replace(end + 1, end + 1, join(indent, lines));
    },
    append: (indent, lines) => {
      insertAtEnd(`${newline}${join(indent, lines)}`);
    },
    apply: () => {
      let edited = text;
      for (const { from, to, text: by } of edits.toSorted((a, b) => b.from - a.from)) {
        edited = edited.slice(0, from) + by + edited.slice(to);
      }
      return edited;
    },
  };
}
