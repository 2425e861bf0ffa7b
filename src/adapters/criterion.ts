import type { ReportedNumber } from '../contract/numbers.ts';
import { hasLine, listLines, readNumber, refuseEmpty, type Adapter } from './adapter.ts';
import { ResultsFault } from './results-fault.ts';

const estimates = /time: +\[[\d.]+ \S+ ([\d.]+) (ps|ns|[µμu]s|ms|s) [\d.]+ \S+\]$/;
const sign = /(?:^| )time: +\[[\d.]+ \S+ [\d.]+ \S+ [\d.]+ \S+\]/;

/** What `cargo bench` prints with criterion; the middle of its three estimates. */
export const criterion: Adapter = {
  name: 'criterion',
  detects: ({ text }) => hasLine(text, sign),
  read: ({ text }) => refuseEmpty(readTimes(text), 'time of a benchmark'),
};

function* readTimes(text: string): Generator<ReportedNumber> {
  let last = '';
  for (const [line, lineNumber] of listLines(text)) {
    if (/time: +\[/.test(line) && !line.includes('%')) {
      const [, digits = '', unit = ''] = estimates.exec(line) ?? [];
      const value = readNumber(digits);
      if (value === undefined)
        throw new ResultsFault('a time without its three estimates, as if cut off', lineNumber);
      // A long name stands on a line of its own.
      const span = line.slice(0, line.indexOf('time:')).trim() || last;
      const scaled = unit === 'ps' ? { value: value / 1000, unit: 'ns' } : { value, unit };
      yield { span, metric: 'time', ...scaled, direction: 'lower' };
    } else if (/^\S/.test(line)) last = line;
  }
}
