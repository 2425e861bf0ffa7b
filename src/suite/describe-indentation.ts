import type { LineCounter } from 'yaml';
import type { YamlFault } from './compose-yaml.ts';
import type { SuiteProblem } from './places.ts';

interface Line {
  /** From 1. */
  number: number;
  /** Where its first character that is no space stands, and where the text behind a `- ` does. */
  column: number;
  keyColumn: number;
  isItem: boolean;
  text: string;
}

/** What the parser says, in many ways, of a line that is indented unlike its neighbours. */
const ofIndentation: readonly YamlFault['code'][] = ['BAD_INDENT', 'BLOCK_AS_IMPLICIT_KEY'];
const itemWithoutMark = 'Sequence item without - indicator';

/**
 * Which line is indented unlike which one before it; undefined where indentation is not what is wrong, as
 * with a second ": " in one line, for which the parser has the same code.
 */
export function describeIndentation(
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
    offset: startOf(wrong, lineCounter),
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
