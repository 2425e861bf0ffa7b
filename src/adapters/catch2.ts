import type { ReportedNumber } from '../contract/numbers.ts';
import { hasLine, listLines, readNumber, refuseEmpty, type Adapter } from './adapter.ts';
import { decode } from './junit.ts';
import { ResultsFault } from './results-fault.ts';
import { spreadFrom } from './spread.ts';

const time = String.raw`([\d.]+(?:e[+-]?\d+)?) (ns|us|ms|s|m|h)`;
const firstRow = new RegExp(String.raw`^(\S.*?)(?<! ) {2,}(\d+) +(\d+) +${time}$`);
const meanRow = new RegExp(`^ {20,}${time} +${time} +${time}$`);

/** Catch2 with benchmarks: its console in both modes, or `-r xml`. */
export const catch2: Adapter = {
  name: 'catch2',
  detects: ({ text }) =>
    hasLine(text, /^benchmark name +samples +iterations/) ||
    text.includes('<BenchmarkResults name="'),
  read: ({ text }) =>
    text.includes('<BenchmarkResults ')
      ? refuseEmpty(readXml(text), 'BenchmarkResults')
      : refuseEmpty(readConsole(text), 'row of a benchmark'),
};

/** The sections of a test case stand above their benchmarks, between two rules. */
function* readConsole(text: string): Generator<ReportedNumber> {
  let heading: string[] = [];
  let part: 'heading' | 'table head' | 'rest' = 'rest';
  let withMeanInRow = false;
  let open: { span: string; count: number; line: number } | undefined;
  const finish = () => {
    if (open !== undefined)
      throw new ResultsFault(`${open.span} has no mean, as if cut off`, open.line);
  };
  for (const [line, lineNumber] of listLines(text)) {
    if (/^-{20,}$/.test(line)) {
      if (part === 'rest') heading = [];
      part = part === 'rest' ? 'heading' : 'rest';
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
    if (part === 'table head') continue;
    const [, name, samples = '', , digits = '', unit = ''] = firstRow.exec(line) ?? [];
    if (name !== undefined) {
      finish();
      const span = [...heading, name.trim()].join(' > ');
      const value = readNumber(digits);
      if (withMeanInRow && value !== undefined) yield toTime(span, value, unit, Number(samples));
      else open = { span, count: Number(samples), line: lineNumber };
      continue;
    }
    const [, mean = '', meanUnit = ''] = meanRow.exec(line) ?? [];
    const value = readNumber(mean);
    if (open === undefined || value === undefined) continue;
    yield toTime(open.span, value, meanUnit, open.count);
    open = undefined;
  }
  finish();
}

function toTime(span: string, value: number, written: string, count: number): ReportedNumber {
  const unit = written === 'm' ? 'min' : written;
  return { span, metric: 'time', value, unit, direction: 'lower', ...spreadFrom(count, undefined) };
}

/** Elements one a line, as Catch2 writes them; times in nanoseconds. */
function* readXml(text: string): Generator<ReportedNumber> {
  const path: string[] = [];
  let open: { span: string; count: number; line: number } | undefined;
  for (const [line, lineNumber] of listLines(text)) {
    const [, element = '', attributes = ''] =
      /^ *<(TestCase|Section|BenchmarkResults|mean|standardDeviation)\b(.*)/.exec(line) ?? [];
    const read = (key: string): string | undefined =>
      new RegExp(` ${key}="([^"]*)"`).exec(attributes)?.[1];
    if (element === 'TestCase' || element === 'Section') {
      path.push(decode(read('name') ?? ''));
      refuseDepth(path, lineNumber);
    } else if (/^ *<\/(TestCase|Section)>/.test(line)) path.pop();
    else if (element === 'BenchmarkResults') {
      const span = [...path, decode(read('name') ?? '')].join(' > ');
      open = { span, count: Number(read('samples') ?? 0), line: lineNumber };
    } else if (element === 'mean' && open !== undefined) {
      const value = readNumber(read('value') ?? '');
      if (value === undefined) throw new ResultsFault(`${open.span} has no mean`, lineNumber);
      yield toTime(open.span, value, 'ns', open.count);
      open = undefined;
    }
  }
  if (open !== undefined)
    throw new ResultsFault(`${open.span} has no mean, as if cut off`, open.line);
}

/** Of sections in a test case. */
const deepest = 50;

function refuseDepth(path: readonly string[], line: number): void {
  if (path.length > deepest)
    throw new ResultsFault(`sections nested more than ${deepest} deep`, line);
}
