import type { ReportedNumber } from '../contract/numbers.ts';
import { hasLine, listLines, readNumber, refuseEmpty, type Adapter } from './adapter.ts';
import { nameInTarget, readTarget } from './cargo-target.ts';
import { ResultsFault } from './results-fault.ts';

const estimates = /time: +\[[\d.]+ \S+ ([\d.]+) (ps|ns|[µμu]s|ms|s) [\d.]+ \S+\]$/;
const sign = /(?:^| )time: {3}\[[\d.]+ \S+ [\d.]+ \S+ [\d.]+ \S+\]/;

/** Reads the output of `cargo bench` with criterion; the middle of its three estimates. */
export const criterion: Adapter = {
  name: 'criterion',
  detects: ({ text }) => hasLine(text, sign),
  read: ({ text }) => refuseEmpty(readTimes(text), 'time of a benchmark'),
};

function* readTimes(text: string): Generator<ReportedNumber> {
  let target: string | undefined;
  let last = '';
  let analyzed: string | undefined;
  for (const [line, lineNumber] of listLines(text)) {
    target = readTarget(line) ?? target;
    // It names what it does on the way; what the code printed may stand before the name on its line.
    analyzed = /Benchmarking (.+): Analyzing$/.exec(line)?.[1] ?? analyzed;
    // A name may have the same sign in it.
    const place = line.lastIndexOf('time:   [');
    if (place >= 0 && /(?:^| )$/.test(line.slice(0, place)) && !line.includes('%', place)) {
      const [, digits = '', unit = ''] = estimates.exec(line) ?? [];
      const value = readNumber(digits);
      if (value === undefined)
        throw new ResultsFault('a time without its three estimates, as if cut off', lineNumber);
      // A long name stands on a line of its own.
      const written = line.slice(0, place).trim();
      const isAnalyzed = written === '' || (analyzed !== undefined && written.endsWith(analyzed));
      const name = (isAnalyzed ? analyzed : undefined) ?? (written || last);
      analyzed = undefined;
      const scaled = unit === 'ps' ? { value: value / 1000, unit: 'ns' } : { value, unit };
      yield { span: nameInTarget(target, name), metric: 'time', ...scaled, direction: 'lower' };
    } else if (/^\S/.test(line)) last = line;
  }
}
