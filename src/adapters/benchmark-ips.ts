import {
  hasLine,
  listLines,
  readNumber,
  refuseEmpty,
  requireJudged,
  type Adapter,
  type LeaveOut,
  type Measured,
} from './adapter.ts';
import { requireJson } from './json.ts';
import { ResultsFault } from './results-fault.ts';
import { spreadFrom } from './spread.ts';

const row = /^ *(?:(\S.*?)(?<! ) {2,})?([\d.]+)([kMBTQ]?) +\(± *(?:[\d.]+|NaN)%\) i\/s/;
const isOther = /i\/100ms$|^(?:Warming up|Calculating) -/;
const powers = { '': 1, k: 1e3, M: 1e6, B: 1e9, T: 1e12, Q: 1e15 };

/** Ruby's benchmark-ips: what it prints, or what `json!` writes. */
export const benchmarkIps: Adapter = {
  name: 'benchmark-ips',
  detects: ({ json, text }) =>
    json === undefined
      ? hasLine(text, /\(± *(?:[\d.]+|NaN)%\) i\/s/)
      : !json.isEmpty && json.isListOf((one) => one.get('ips').isThere),
  read: (output, leaveOut) =>
    /^\s*\[/.test(output.text) ? readJson(output, leaveOut) : readText(output),
};

const common = { metric: 'throughput', unit: 'i/s', direction: 'higher' } as const;

function readJson(output: Parameters<Adapter['read']>[0], leaveOut: LeaveOut) {
  const numbers = requireJson(output).flatMap((one): Measured[] => {
    const span = one.get('name').text();
    const value = requireJudged(one.get('ips'), span, 'throughput', leaveOut);
    if (value === undefined) return [];
    const spread = spreadFrom(one.get('cycles').maybeNumber(), one.get('stddev').maybeNumber());
    return [{ ...common, span, value, ...spread }];
  });
  return refuseEmpty(numbers, 'report');
}

function readText({ text }: Parameters<Adapter['read']>[0]) {
  return refuseEmpty(readLines(text), 'line of a report, such as "sort  6.769k (± 8.7%) i/s"');
}

/** A long name stands on a line of its own, and what the code prints stands behind any name. */
function* readLines(text: string): Generator<Measured> {
  let first = '';
  for (const [line, lineNumber] of listLines(text)) {
    const [whole, written, digits = '', power = ''] = row.exec(line) ?? [];
    const value = readNumber(digits);
    if (whole !== undefined && value !== undefined) {
      const span = cutName(written === undefined ? first : line, written);
      if (span === '') throw new ResultsFault('a value without its benchmark', lineNumber);
      yield { ...common, span, value: value * powers[power as keyof typeof powers] };
    }
    if (whole !== undefined || isOther.test(line)) first = '';
    else if (first === '') first = line;
  }
}

/** Shorter names end where the column does. */
function cutName(line: string, written = line): string {
  return (line.startsWith(' ') && line.length > column ? line.slice(0, column) : written).trim();
}

const column = 20;
