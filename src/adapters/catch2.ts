import type { ReportedNumber } from '../contract/numbers.ts';
import {
  hasLine,
  listLines,
  readNumber,
  refuseEmpty,
  type Adapter,
  type LeaveOut,
} from './adapter.ts';
import { decode } from './junit.ts';
import { ResultsFault } from './results-fault.ts';
import { spreadFrom } from './spread.ts';

const time = String.raw`([\d.]+(?:e[+-]?\d+)?) (ns|us|ms|s|m|h)`;
/** Samples and iterations; the mean without analysis, else an estimate. What the code prints may stand anywhere between. */
const counts = new RegExp(String.raw`(?:^|\s)(\d+) {2,}(\d+) (?: +${time}(?=\s|$))?`);
const oneTime = new RegExp(String.raw`(?:^|\s)${time}$`);
const meanRow = new RegExp(`(?:^| ) *${time} {2,}${time} {2,}${time}$`);

/** Catch2 with benchmarks: its console in both modes, or `-r xml`. */
export const catch2: Adapter = {
  name: 'catch2',
  detects: ({ text }) =>
    hasLine(text, /^benchmark name +samples +iterations/) ||
    text.includes('<BenchmarkResults name="'),
  read: ({ text }, leaveOut) =>
    text.includes('<BenchmarkResults ')
      ? refuseEmpty(readXml(text, leaveOut), 'BenchmarkResults')
      : refuseEmpty(readConsole(text, leaveOut), 'row of a benchmark'),
};

interface Open {
  span: string;
  count: number;
  line: number;
}

function refuseOpen(open: Open | undefined): void {
  if (open !== undefined)
    throw new ResultsFault(`${open.span} has no mean, as if cut off`, open.line);
}

/** The sections of a test case stand above their benchmarks, between two rules. */
function* readConsole(text: string, leaveOut: LeaveOut): Generator<ReportedNumber> {
  let heading: string[] = [];
  let part: 'heading' | 'table head' | 'rest' = 'rest';
  let withMeanInRow = false;
  let width = 0;
  /** The lines of a name that is too long for its column, the last one with what follows. */
  let name: string[] = [];
  let open: Open | undefined;
  for (const [line, lineNumber, whole] of listLines(text)) {
    if (/^-{20,}$/.test(line)) {
      refuseOpen(open);
      // The other columns have 42 characters.
      width = line.length - 42;
      if (part === 'rest') heading = [];
      part = part === 'rest' ? 'heading' : 'rest';
      name = [];
      continue;
    }
    if (part === 'heading') {
      heading.push(line.trim());
      refuseDepth(heading, lineNumber);
      continue;
    }
    if (/^benchmark name +samples +iterations/.test(line)) {
      part = 'table head';
      withMeanInRow = / mean$/.test(line);
    }
    if (part === 'table head' || width <= 0) continue;
    const cell = readCell(whole, width);
    if (cell !== undefined || /^\S/.test(line)) {
      if (cell !== undefined) refuseOpen(open);
      name.push(cell ?? line);
    }
    const rest = cell === undefined ? line : whole.slice(width).trimEnd();
    const span = [...heading, joinName(name, width)].join(' > ');
    if (/^\s*benchmark failed\b/i.test(rest) && name.length > 0) {
      leaveOut(span);
      name = [];
      continue;
    }
    const [found, samples, , digits = '', unit = ''] =
      (open === undefined && counts.exec(rest)) || [];
    if (found !== undefined && name.length > 0) {
      [open, name] = [{ span, count: Number(samples), line: lineNumber }, []];
      if (!withMeanInRow) continue;
    }
    const [, mean = digits, meanUnit = unit] = (withMeanInRow ? oneTime : meanRow).exec(rest) ?? [];
    const value = readNumber(mean);
    if (open === undefined || value === undefined) continue;
    yield toTime(open.span, value, meanUnit, open.count);
    open = undefined;
  }
  refuseOpen(open);
}

/** The first column: a name in it ends two spaces before the next one. */
function readCell(line: string, width: number): string | undefined {
  const cell = line.slice(0, width);
  return /^\S.*  $/.test(cell) && cell.length === width ? cell.trim() : undefined;
}

/** Catch2 breaks a name only where the next word has no room: any other line before it is of the code. */
function joinName(lines: readonly string[], width: number): string {
  let joined = lines.at(-1) ?? '';
  for (let i = lines.length - 2; i >= 0; i -= 1) {
    const [before = '', next = ''] = [lines[i], joined.split(' ', 1)[0]];
    const longest = width - 2;
    if (before.length > longest || before.length + 1 + next.length <= longest) break;
    joined = `${before} ${joined}`;
  }
  return joined;
}

function toTime(span: string, value: number, written: string, count: number): ReportedNumber {
  const unit = written === 'm' ? 'min' : written;
  return { span, metric: 'time', value, unit, direction: 'lower', ...spreadFrom(count) };
}

/** Elements one a line, as Catch2 writes them; times in nanoseconds. */
function* readXml(text: string, leaveOut: LeaveOut): Generator<ReportedNumber> {
  const path: string[] = [];
  let open: Open | undefined;
  for (const [line, lineNumber] of listLines(text)) {
    const [, element = '', attributes = ''] =
      /<(TestCase|Section|BenchmarkResults|mean|failed)\b(.*)/.exec(line) ?? [];
    const read = (key: string): string | undefined =>
      new RegExp(` ${key}="([^"]*)"`).exec(attributes)?.[1];
    if (element === 'TestCase' || element === 'Section') {
      path.push(decode(read('name') ?? ''));
      refuseDepth(path, lineNumber);
    } else if (/<\/(TestCase|Section)>/.test(line)) path.pop();
    else if (element === 'BenchmarkResults') {
      refuseOpen(open);
      const span = [...path, decode(read('name') ?? '')].join(' > ');
      open = { span, count: Number(read('samples') ?? 0), line: lineNumber };
    } else if (element === 'failed' && open !== undefined) {
      leaveOut(open.span);
      open = undefined;
    } else if (element === 'mean' && open !== undefined) {
      const value = readNumber(read('value') ?? '');
      if (value === undefined) throw new ResultsFault(`${open.span} has no mean`, lineNumber);
      yield toTime(open.span, value, 'ns', open.count);
      open = undefined;
    }
  }
  refuseOpen(open);
}

/** For sections in a test case. */
const deepest = 50;

function refuseDepth(path: readonly string[], line: number): void {
  if (path.length > deepest)
    throw new ResultsFault(`sections nested more than ${deepest} deep`, line);
}
