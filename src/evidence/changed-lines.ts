/** Which lines of which files a change touches, as `git diff --unified=0` says. */
export interface ChangedLines {
  /** By their path after the change. */
  files: ReadonlyMap<string, readonly Hunk[]>;
  /** From all lines that were added or removed, and the functions that git names above them. */
  words: ReadonlySet<string>;
}

interface Hunk {
  /** The first line, and how many there are. Where there are none, they lie behind that line. */
  before: { line: number; count: number };
  after: { line: number; count: number };
}

/** A name of at least three letters: shorter ones are everywhere. */
export const wordPattern = /[\p{L}_][\p{L}\d_]{2,}/gu;

export function parseDiff(diff: string): ChangedLines {
  const files = new Map<string, Hunk[]>();
  const text: string[] = [];
  let path = '';
  /** Lines of a hunk that are still to come: what they hold may look like a heading. */
  let left = 0;
  for (const line of diff.split('\n')) {
    if (left > 0 && /^[-+]/.test(line)) {
      left -= 1;
      text.push(line.slice(1));
    } else if (line.startsWith('+++ ')) {
      // Behind a path with spaces git puts a tab.
      path = line.slice(4).replace(/^b\//, '').replace(/\t$/, '');
    } else if (line.startsWith('@@ ')) {
      const [, from = '', froms = '1', to = '', tos = '1', above = ''] =
        /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@ ?(.*)$/.exec(line) ?? [];
      const hunks = files.get(path) ?? [];
      files.set(path, hunks);
      hunks.push({
        before: { line: Number(from), count: Number(froms) },
        after: { line: Number(to), count: Number(tos) },
      });
      left = Number(froms) + Number(tos);
      text.push(above);
    }
  }
  return { files, words: new Set(text.join('\n').match(wordPattern)) };
}

/**
 * The place of a line of a file after the change; a line that was changed itself is at the place of what replaced it.
 */
export function mapLine({ files }: ChangedLines, path: string, line: number): number {
  let shift = 0;
  for (const { before, after } of files.get(path) ?? []) {
    const first = before.count === 0 ? before.line + 1 : before.line;
    if (line < first) break;
    if (line < first + before.count) {
      return after.line + Math.min(line - first, Math.max(0, after.count - 1));
    }
    shift += after.count - before.count;
  }
  return line + shift;
}

/**
 * Whether the change touches a function.
 * @param end the line before the next function of the file
 */
export function touchesLines(
  { files }: ChangedLines,
  path: string,
  { start, end }: { start: number; end: number },
): boolean {
  return (files.get(path) ?? []).some(({ after: { line, count } }) => {
    const last = line + Math.max(0, count - 1);
    return last >= start && line <= end;
  });
}
