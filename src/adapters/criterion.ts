import type { ReportedNumber } from '../contract/numbers.ts';
import { listLines, readNumber, refuseEmpty, type Adapter } from './adapter.ts';
import { ResultsFault } from './results-fault.ts';

const estimates = /time: +\[[\d.]+ \S+ ([\d.]+) (ps|ns|[µμu]s|ms|s) [\d.]+ \S+\]$/;
const name = /^(\S.*?) *$/;

/** What `cargo bench` prints with criterion; the middle of its three estimates. */
export const criterion: Adapter = {
  name: 'criterion',
  detects: ({ text }) => /^ *(?:\S.*?)? +time: +\[[\d.]+ \S+ [\d.]+ \S+ [\d.]+ \S+\]/m.test(text),
  read({ text }) {
    const numbers: ReportedNumber[] = [];
    let last = '';
    for (const [line, lineNumber] of listLines(text)) {
      if (/time: +\[/.test(line) && !/%/.test(line)) {
        const [, digits = '', unit = ''] = estimates.exec(line) ?? [];
        const value = readNumber(digits);
        if (value === undefined)
          throw new ResultsFault('a time without its three estimates, as if cut off', lineNumber);
        // A long name stands on a line of its own.
        const span = line.slice(0, line.indexOf('time:')).trim() || last;
        const scaled = unit === 'ps' ? { value: value / 1000, unit: 'ns' } : { value, unit };
        numbers.push({ span, metric: 'time', ...scaled, direction: 'lower' });
      } else last = name.exec(line)?.[1] ?? last;
    }
    return refuseEmpty(numbers, 'time of a benchmark');
  },
};
