/** Which lines of which files a change touches, as `git diff --unified=0` says. */
export interface ChangedLines {
  /** By their path after the change. */
  files: ReadonlyMap<string, readonly Hunk[]>;
  /**
   * The functions of compiled languages that it changes, for profilers that know no file: where it changes them first.
   * Nothing for a name that it changes in several files.
   */
  compiled: ReadonlyMap<string, ChangedPlace | undefined>;
}

export interface ChangedPlace {
  path: string;
  /** After the change: the first line of the function that the change touches. */
  line: number;
  /** The type of a method of Go. */
  owner?: string;
}

interface Hunk {
  /** The first line, and how many there are. Where there are none, they lie behind that line. */
  before: { line: number; count: number };
  after: { line: number; count: number };
  /** The line that git names above: the last that begins a function or a class. */
  above: string;
  /** Whether the first line that was changed is indented deeper than that line. */
  isInside?: boolean;
}

const ofCompiled = /\.(?:[cdhms]|cc|cpp|cu|cxx|f90|go|hh|hpp|hxx|inc|mm|nim|pas|rs|swift|zig)$/i;
const beginsFunction = /^(?:[\p{L}_]|\s+(?:[\w()]+ )*(?:fn|func|fun) )/u;
/** Where each function begins with a word, other lines only call some. */
const keywords = new Map([
  ['go', /^func\b/],
  ['rs', /\bfn\b/],
]);
const ownerInGo = /^func \((?:\w+ )?\*?(\w+)/;
const wordPattern = /[\p{L}_$][\p{L}\d_$]*/gu;
const calledPattern =
  /(?<![\p{L}\d_])(?!func\b)([\p{L}_][\p{L}\d_]{2,})\s*(?:[<[][^()]*[>\]])?\(/gu;

export function parseDiff(diff: string): ChangedLines {
  const files = new Map<string, Hunk[]>();
  const compiled = new Map<string, ChangedPlace | undefined>();
  let hunk: Hunk | undefined;
  let path = '';
  /** Of the next line that was added. */
  let next = 0;
  /** Lines of a hunk that are still to come: what they hold may look like a heading. */
  let left = 0;
  for (const line of diff.split('\n')) {
    if (left > 0 && /^[-+]/.test(line)) {
      left -= 1;
      const text = line.slice(1);
      const at = line.startsWith('+') ? next++ : next;
      if (hunk === undefined || text.trim() === '') continue;
      hunk.isInside ??= hunk.above !== '' && indentOf(text) > indentOf(hunk.above);
      if (!ofCompiled.test(path)) continue;
      const heading = hunk.isInside ? hunk.above : '';
      const begins = keywords.get(path.split('.').at(-1) ?? '') ?? beginsFunction;
      for (const one of [heading, text].filter((begin) => begins.test(begin))) {
        for (const [, name = ''] of one.matchAll(calledPattern)) {
          const [, owner] = (path.endsWith('.go') && ownerInGo.exec(one)) || [];
          const place = { path, line: Math.max(1, at), ...(owner === undefined ? {} : { owner }) };
          const known = compiled.has(name) ? compiled.get(name) : place;
          compiled.set(name, known?.path === path ? known : undefined);
        }
      }
    } else if (line.startsWith('+++ ')) {
      // Behind a path with spaces git puts a tab.
      path = line.slice(4).replace(/^b\//, '').replace(/\t$/, '');
    } else if (line.startsWith('@@ ')) {
      const [, from = '', froms = '1', to = '', tos = '1', above = ''] =
        /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@ ?(.*)$/.exec(line) ?? [];
      const hunks = files.get(path) ?? [];
      files.set(path, hunks);
      hunk = {
        before: { line: Number(from), count: Number(froms) },
        after: { line: Number(to), count: Number(tos) },
        above,
      };
      hunks.push(hunk);
      next = hunk.after.line;
      left = Number(froms) + Number(tos);
    }
  }
  return { files, compiled };
}

const indentOf = (text: string): number => text.length - text.trimStart().length;

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
 * Whether the change touches a function: its first line, or lines below it that git says are in a function of its name.
 * A class has its constructor.
 * @param end the line before the next known function of the file: others may lie between
 */
export function touchesLines(
  { files }: ChangedLines,
  path: string,
  { name, start, end }: { name: string; start: number; end: number },
): boolean {
  const own = nameInSource(name);
  return (files.get(path) ?? []).some(({ above, after: { line, count }, isInside }) => {
    const last = line + Math.max(0, count - 1);
    if (count > 0 && line <= start && last >= start) return true;
    const names: string[] = (isInside === true && above.match(wordPattern)) || [];
    const isNamed = names.includes(own) || (names.includes('constructor') && /^\p{Lu}/u.test(own));
    return isNamed && last >= start && line <= end;
  });
}

/** `Map.put`, `get size`, `main.(*Map).put`, `map::put::{{closure}}` → `put`, `size`. Nothing for `<lambda>`. */
export function nameInSource(name: string): string {
  const plain = name.replace(/(?:::\{\{closure\}\}|\.func\d+(?:\.\d+)*)+$/, '');
  const bare = plain.replace(/(?<=[\w>\]])\(.*$/, '').replace(/(?<=\w)[<[][^<>]*[>\]]$/, '');
  return /[>)]$/.test(bare) ? '' : (bare.match(wordPattern)?.at(-1) ?? '');
}

/** Whether the change touches a function of native code, for which a profiler knows no file: its library may stand behind it. */
export function touchesCompiled({ compiled }: ChangedLines, name: string): boolean {
  const own = nameOfCompiled(name);
  // A method of another type is another.
  const { owner } = compiled.get(own) ?? {};
  return compiled.has(own) && (owner === undefined || name.match(/\w+/g)?.includes(owner) === true);
}

/** Where the change touches such a function: there it is to look. */
export function findCompiled(change: ChangedLines, name: string): ChangedPlace | undefined {
  return touchesCompiled(change, name) ? change.compiled.get(nameOfCompiled(name)) : undefined;
}

const nameOfCompiled = (name: string): string => nameInSource(name.replace(/ \([^()]*\)$/, ''));
