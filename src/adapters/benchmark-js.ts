import {
  hasLine,
  listLines,
  readNumber,
  refuseEmpty,
  type Adapter,
  type LeaveOut,
  type Measured,
} from './adapter.ts';
import { spreadFrom } from './spread.ts';

const row = /^(.+?) x ([\d,.]+) ops\/sec ±([\d.]+|NaN)% \((\d+) runs? sampled\)$/;
/** `sort: TypeError: no words`; version 2.1 finds nothing to say of an error, and ends with the space. */
const failure = /^(\S.*?): (?:(?:[A-Z]\w*)?(?:Error|Exception)\b.*)?$/;

/** The lines that benchmark.js prints for each benchmark. */
export const benchmarkJs: Adapter = {
  name: 'benchmark.js',
  detects: ({ text }) => hasLine(text, /\S x [\d,.]+ ops\/sec ±/),
  read: ({ text }, leaveOut) =>
    refuseEmpty(
      readLines(text, leaveOut),
      'line of a benchmark, such as "sort x 5,672 ops/sec ±1.77% (80 runs sampled)"',
    ),
};

function* readLines(text: string, leaveOut: LeaveOut): Generator<Measured> {
  for (const [line, , whole] of listLines(text)) {
    const [, span, rate = '', , runs = ''] = row.exec(line.trim()) ?? [];
    const value = readNumber(rate);
    if (span === undefined || value === undefined) {
      const failed = failure.exec(whole)?.[1];
      if (failed !== undefined) leaveOut(failed);
    } else if (runs === '0') leaveOut(span);
    else {
      const number = { span, metric: 'throughput', value, unit: 'ops/s' } as const;
      yield { ...number, direction: 'higher', ...spreadFrom(Number(runs)) };
    }
  }
}
