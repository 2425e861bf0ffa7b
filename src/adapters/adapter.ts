import type { ReportedNumber } from '../contract/numbers.ts';
import { longestLine, type Json, type Output } from './json.ts';
import { ResultsFault } from './results-fault.ts';

/** One benchmark tool. */
export interface Adapter {
  /** As perigee.yml names it. */
  name: string;
  /** Whether the output looks like that of this tool. */
  detects(output: Output): boolean;
  /**
   * Yields its numbers, at least one, while it is read: the caller may stop at a limit.
   * @param leaveOut of a benchmark that failed, or has a number that cannot be judged: the others count
   * @throws ResultsFault for what is not its output, cut off, or without a benchmark
   */
  read(output: Output, leaveOut: LeaveOut): Iterable<Measured>;
}

export interface Measured extends ReportedNumber {
  /** The tool's name of the metric, if it has another one here: two of them must not become one. */
  written?: string;
  /** The tool ran this benchmark again: not a second one of the same name. */
  isRepeat?: boolean;
}

/** @param why what the number is that cannot be judged, such as `tracked is -2.5`; absent for what failed */
export type LeaveOut = (benchmark: string, why?: string) => void;

/**
 * Lines with their numbers, without colours, which some tools print even into a file. It skips lines that are
 * too long for a tool: a test may print anything between the lines of its tool. The third is the line with the
 * spaces at its end.
 */
export function* listLines(text: string): Generator<[line: string, number: number, whole: string]> {
  let number = 0;
  for (let from = 0; from <= text.length;) {
    const end = text.indexOf('\n', from);
    const to = end < 0 ? text.length : end;
    number += 1;
    if (to - from <= longestLine) {
      const whole = stripColours(text.slice(from, text[to - 1] === '\r' ? to - 1 : to));
      yield [whole.trimEnd(), number, whole];
    }
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

const plainNumber = /^(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const groupedNumber = /^[1-9]\d{0,2}(?:[,'’]\d{3})+(?:\.\d*)?$/;

/**
 * `1,234.5` → 1234.5, `.25` → 0.25; undefined for what is not a number, 0 or more. A comma stands between groups
 * of three digits only: `0,5` may be a half, and is never 5.
 */
export function readNumber(text: string): number | undefined {
  const isGrouped = groupedNumber.test(text);
  if (!isGrouped && !plainNumber.test(text)) return undefined;
  const value = Number(isGrouped ? text.replaceAll(/[,'’]/g, '') : text);
  return Number.isFinite(value) ? value : undefined;
}

/** A number that may be missing; what cannot be judged is said. */
export function readJudged(
  json: Json,
  benchmark: string,
  metric: string,
  leaveOut: LeaveOut,
): number | undefined {
  const found = json.notJudged();
  if (found !== undefined) leaveOut(benchmark, `${metric} is ${found}`);
  return json.maybeNumber();
}

/**
 * A number that has to be there, even if it cannot be judged.
 * @throws ResultsFault where it is missing, or something else
 */
export function requireJudged(
  json: Json,
  benchmark: string,
  metric: string,
  leaveOut: LeaveOut,
): number | undefined {
  const value = readJudged(json, benchmark, metric, leaveOut);
  return value ?? (json.notJudged() === undefined ? json.number() : undefined);
}

/**
 * A time that has to be there, with its 99th percentile where the tool has one.
 * @param called the benchmark where its time cannot be judged
 */
export function readTime(
  common: Pick<ReportedNumber, 'annotations' | 'spread' | 'unit'> & { span: string },
  { time, p99, called = common.span }: { time: Json; p99?: Json; called?: string },
  leaveOut: LeaveOut,
): ReportedNumber[] {
  const value = requireJudged(time, called, 'time', leaveOut);
  if (value === undefined) return [];
  const { spread, ...others } = common;
  const known = { ...others, direction: 'lower' } as const;
  const last = p99?.maybeNumber();
  return [
    { ...known, metric: 'time', value, ...(spread && { spread }) },
    ...(last === undefined ? [] : [{ ...known, metric: 'time.p99', value: last }]),
  ];
}

/** @param what is missing, e.g. `line of a benchmark, such as BenchmarkSort-2 1000 12 ns/op` */
export function* refuseEmpty(numbers: Iterable<Measured>, what: string): Generator<Measured> {
  let isEmpty = true;
  for (const number of numbers) {
    isEmpty = false;
    yield number;
  }
  if (isEmpty) {
    throw new ResultsFault(`no ${what}: the run was empty, or cut off`, undefined, isEmpty);
  }
}
