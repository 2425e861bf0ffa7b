import type { ReportedNumber } from '../contract/numbers.ts';
import { longestLine, type Output } from './json.ts';
import { ResultsFault } from './results-fault.ts';

/** One benchmark tool. */
export interface Adapter {
  /** As perigee.yml names it. */
  name: string;
  /** Whether the output looks like that of this tool. */
  detects(output: Output): boolean;
  /**
   * The numbers in it, at least one, while it is read: whoever takes them may stop at a limit.
   * @param leaveOut of a benchmark that failed: it has no number, and the others count
   * @throws ResultsFault for what is not its output, cut off, or without a benchmark
   */
  read(output: Output, leaveOut: LeaveOut): Iterable<Measured>;
}

export interface Measured extends ReportedNumber {
  /** What the tool calls the metric, where that is not its name here: two of them must not become one. */
  written?: string;
}

export type LeaveOut = (benchmark: string) => void;

/**
 * Lines with their numbers, without colours, which some tools print even into a file. It skips lines that are
 * too long for a tool: a test may print anything between the lines of its tool.
 */
export function* listLines(text: string): Generator<[line: string, number: number]> {
  let number = 0;
  for (let from = 0; from <= text.length;) {
    const end = text.indexOf('\n', from);
    const to = end < 0 ? text.length : end;
    number += 1;
    if (to - from <= longestLine) yield [stripColours(text.slice(from, to)).trimEnd(), number];
    from = to + 1;
  }
}

const escape = '\u001b';
const colour = new RegExp(`${escape}\\[[0-9;]*[A-Za-z]`, 'g');

function stripColours(text: string): string {
  return text.includes(escape) ? text.replaceAll(colour, '') : text;
}

/** Whether a line, without its colours, matches. */
export function hasLine(text: string, pattern: RegExp): boolean {
  for (const [line] of listLines(text)) if (pattern.test(line)) return true;
  return false;
}

/** `1,234.5` → 1234.5; undefined for what is not a number, 0 or more. */
export function readNumber(text: string): number | undefined {
  const plain = text.replaceAll(/[,'’]/g, '');
  if (!/^\d+(\.\d+)?([eE][+-]?\d+)?$/.test(plain)) return undefined;
  const value = Number(plain);
  return Number.isFinite(value) ? value : undefined;
}

/** The numbers of a text in which each line holds those of one benchmark, or none. */
export function readByLine(
  text: string,
  what: string,
  read: (line: string, number: number) => Iterable<Measured>,
): Iterable<Measured> {
  return refuseEmpty(readEach(text, read), what);
}

function* readEach(
  text: string,
  read: (line: string, number: number) => Iterable<Measured>,
): Generator<Measured> {
  for (const [line, number] of listLines(text)) yield* read(line, number);
}

/** @param what is missing, e.g. `line of a benchmark, such as BenchmarkSort-2 1000 12 ns/op` */
export function* refuseEmpty(numbers: Iterable<Measured>, what: string): Generator<Measured> {
  let isEmpty = true;
  for (const number of numbers) {
    isEmpty = false;
    yield number;
  }
  if (isEmpty) throw new ResultsFault(`no ${what}: the run was empty, or cut off`);
}
