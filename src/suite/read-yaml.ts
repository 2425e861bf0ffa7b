import { LineCounter } from 'yaml';
import { composeYaml, type YamlFault } from './compose-yaml.ts';
import type { SuiteProblem } from './places.ts';
import { readNode, TooLargeError, type YamlValue } from './read-node.ts';
import { formatText } from './format-value.ts';

/** Text to plain values, each with its place. What is wrong with the text is data, not an exception. */
export function readYaml(text: string, lineCounter: LineCounter): YamlValue {
  try {
    const { document, faults } = composeYaml(text, lineCounter);
    if (document === undefined) return unreadable(describeFaults(faults, text, lineCounter));
    return readNode(document);
  } catch (error) {
    if (error instanceof TooLargeError) return unreadable([error.problem]);
    throw error;
  }
}

/** The values of a YAML file that is not ours; undefined where it cannot be read. */
export function readPlainYaml(text: string): unknown {
  return readYaml(text, new LineCounter()).value;
}

function unreadable(problems: SuiteProblem[]): YamlValue {
  return { value: undefined, places: new Map(), problems, unreadable: true };
}

/** A fault in one line makes the parser stumble on; a few of its later stumbles are enough. */
const mostFaults = 5;

function describeFaults(
  faults: readonly YamlFault[],
  text: string,
  lineCounter: LineCounter,
): SuiteProblem[] {
  const conflict = /^<{7} /m.exec(text);
  if (conflict !== null) return [{ at: conflict.index, ...mergeConflict }];
  const problems: SuiteProblem[] = [];
  const lines = new Set<number>();
  for (const fault of faults) {
    if (lines.has(lineCounter.linePos(fault.pos[0]).line)) continue;
    const indentation = describeIndentation(fault, text, lineCounter);
    const problem = indentation ?? describeFault(fault, text);
    problems.push(problem);
    lines.add(lineCounter.linePos(fault.pos[0]).line);
    // The lines after it are read in the wrong place, which is no fault of their own.
    const isAll = indentation !== undefined || problem.seen === brokenText.seen;
    if (isAll || problems.length === mostFaults) break;
  }
  return problems;
}

function describeFault({ code, message, pos }: YamlFault, text: string): SuiteProblem {
  const [at] = pos;
  const sign = findSign(text, at);
  if (sign !== undefined) return { ...describeReserved(text.slice(sign)), at: sign };
  const known = inOurWords[code];
  if (known !== undefined) return { ...known, at };
  if (code === 'BAD_SCALAR_START') return { ...describeReserved(text.slice(at)), at };
  const isMark = /[[\]{}]\s*$/.test(text.slice(0, at)) || /^[[\]{}]/.test(text.slice(at));
  if (isMark && message.endsWith(' at node end')) return { at, ...brokenText };
  if (/["'] *$/.test(text.slice(0, at)) && message.endsWith(' at node end')) {
    return { at, ...afterQuote };
  }
  return { at, seen: `not YAML: ${formatMessage(message)}` };
}

/**
 * Where a value or key of the line begins with a sign that means an alias, an anchor or a tag, a long text, or the end
 * or beginning of a list or map: in a file of ours it is the beginning of a text.
 */
const signs =
  /(?:^|[,[{]|: |- )\s*(?=[*&]|![^!\s,]*[/*]|[>|][-+\d]*[^-+\d\s#])|: +(?=[\]},]|[-?] )|- (?=[\]}])/;

function findSign(text: string, offset: number): number | undefined {
  const from = text.lastIndexOf('\n', offset - 1) + 1;
  const end = text.indexOf('\n', offset);
  const line = text.slice(from, end < 0 ? undefined : end);
  const found = signs.exec(line.replace(/#.*$/, ''));
  return found === null ? undefined : from + found.index + found[0].length;
}

/** @param rest of the file, from a character on that may not begin a text without quotes */
function describeReserved(rest: string): Omit<SuiteProblem, 'at'> {
  const word = (/^.?(?:[^\r\n,\]}#:]|:(?! ))*/.exec(rest)?.[0] ?? '').trim();
  const isShort = word.length <= 60 && !/\p{C}/u.test(word);
  return {
    seen: `a text without quotes cannot begin with ${word.charAt(0)}`,
    expected: 'the text in quotes',
    ...(isShort && { remedy: `write '${word.replaceAll("'", "''")}'` }),
  };
}

function formatMessage(message: string): string {
  const line = message.split('\n', 1)[0] ?? message;
  // Messages quote the text they are about, which may hold anything.
  return /\p{C}/u.test(line) || line.length > 160 ? formatText(line) : line;
}

const brokenText = {
  seen: 'a text without quotes cannot go on here: [, ], { and } are marks of lists and maps',
  expected: 'the text in quotes',
  remedy: "write the whole text in quotes, e.g. 'parse [a]'",
};

const afterQuote = {
  seen: 'a text goes on after its closing quote',
  expected: 'the whole text in quotes',
  remedy: `move the quote to its end; a ' in a text between ' is written twice`,
};

const mergeConflict = {
  seen: 'the marks of a merge conflict',
  expected: 'one version of the file',
  remedy: 'choose between the two versions, and remove the lines <<<<<<<, ======= and >>>>>>>',
};

const inOurWords: Partial<Record<YamlFault['code'], Omit<SuiteProblem, 'at'>>> = {
  BAD_DIRECTIVE: {
    seen: 'a directive of another version of YAML',
    expected: 'YAML 1.2, where 010 is ten and no is a text',
    remedy: 'remove the line that begins with %',
  },
  TAB_AS_INDENT: {
    seen: 'a tab indents this line',
    expected: 'spaces: YAML knows no tabs here',
    remedy: 'replace the tab by two spaces',
  },
  BLOCK_AS_IMPLICIT_KEY: {
    seen: 'a second ": " in one line',
    expected: 'key: value',
    remedy: 'put a text that holds ": " in quotes',
  },
  MULTILINE_IMPLICIT_KEY: {
    seen: 'a line among keys that is none',
    expected: 'key: value, indented like its neighbours',
  },
  MULTIPLE_DOCS: {
    seen: 'a second document begins here',
    expected: 'one document',
    remedy: 'remove the line --- and what follows it, or move it to a file of its own',
  },
  TAG_RESOLVE_FAILED: {
    seen: 'a tag that is not known here',
    expected: 'plain values, without !tags',
    remedy: 'remove the tag, or put a text that begins with ! in quotes',
  },
};

interface Line {
  /** From 1. */
  number: number;
  /** The place of its first character that is no space, and of the text behind a `- `. */
  column: number;
  keyColumn: number;
  isItem: boolean;
  text: string;
}

/** The parser's many codes for a line that is indented unlike its neighbours. */
const ofIndentation: readonly YamlFault['code'][] = ['BAD_INDENT', 'BLOCK_AS_IMPLICIT_KEY'];
const itemWithoutMark = 'Sequence item without - indicator';

/**
 * Which line is indented unlike which one before it; undefined where indentation is not what is wrong, as
 * with a second ": " in one line, for which the parser has the same code.
 */
function describeIndentation(
  { code, message, pos }: YamlFault,
  text: string,
  lineCounter: LineCounter,
): SuiteProblem | undefined {
  if (!ofIndentation.includes(code) && !message.startsWith(itemWithoutMark)) return undefined;
  const lines = readLines(text);
  const { line: number } = lineCounter.linePos(pos[0]);
  const at = lines.findIndex((line) => line.number >= number);
  const here = lines[at];
  if (here === undefined) return undefined;
  if (code === 'BLOCK_AS_IMPLICIT_KEY' && /:\s.*:(\s|$)/.test(here.text)) return undefined;
  // A line that is deeper than it may be is read on from the one before it, where the parser stumbles.
  const next = lines[at + 1];
  const isNext = pos[0] > startOf(here, lineCounter) && (next?.column ?? 0) > here.keyColumn;
  const wrong = isNext && next !== undefined ? next : here;
  const like = findNeighbour(lines.slice(0, lines.indexOf(wrong)), wrong);
  if (like === undefined) return undefined;
  return {
    at: startOf(wrong, lineCounter),
    seen: `line ${wrong.number} is indented differently from line ${like.number}`,
    expected: 'items of one list, and keys of one map, that begin in the same column',
  };
}

/** The one of the same kind before it whose column is the nearest, and of these the last. */
function findNeighbour(before: readonly Line[], wrong: Line): Line | undefined {
  const columnOf = (line: Line): number => (wrong.isItem ? line.column : line.keyColumn);
  const alike = before.filter(
    (line) => (line.isItem || !wrong.isItem) && columnOf(line) !== columnOf(wrong),
  );
  const distance = (line: Line): number => Math.abs(columnOf(line) - columnOf(wrong));
  return alike.toReversed().toSorted((a, b) => distance(a) - distance(b))[0];
}

/** Those that hold more than a comment. */
function readLines(text: string): Line[] {
  return text.split('\n').flatMap((line, index) => {
    const [, spaces = '', mark = '', rest = ''] = /^( *)((?:- +)*)(.*)$/.exec(line) ?? [];
    if (rest.trim() === '' || rest.startsWith('#')) return [];
    const column = spaces.length;
    const isItem = mark !== '';
    return [{ number: index + 1, column, keyColumn: column + mark.length, isItem, text: rest }];
  });
}

function startOf({ number, column }: Line, { lineStarts }: LineCounter): number {
  return (lineStarts[number - 1] ?? 0) + column;
}
