import type { ReportedNumber } from '../contract/numbers.ts';
import { hasLine, listLines, readNumber, refuseEmpty, type Adapter } from './adapter.ts';
import { ResultsFault } from './results-fault.ts';

/** Reads the summary that pgbench prints at its end. */
export const pgbench: Adapter = {
  name: 'pgbench',
  detects: ({ text }) =>
    hasLine(text, /^transaction type: /) && hasLine(text, /^number of clients: \d+$/),
  read: ({ text }) => refuseEmpty(readRuns(text), 'line of latency and tps'),
};

function* readRuns(text: string): Generator<ReportedNumber> {
  let hasLatency = false;
  let hasRate = false;
  for (const [line, lineNumber] of listLines(text)) {
    if (line.startsWith('transaction type: ')) hasLatency = hasRate = false;
    const [, latency] = /^latency average = ([\d.]+) ms/.exec(line) ?? [];
    const [, rate] = /^tps = ([\d.]+) /.exec(line) ?? [];
    const [, failed] = /^number of failed transactions: (\d+) /.exec(line) ?? [];
    if (failed !== undefined && Number(failed) > 0)
      throw new ResultsFault(`${failed} transactions failed`, lineNumber);
    const value = readNumber(latency ?? rate ?? '');
    if (value === undefined) continue;
    if (latency !== undefined) {
      hasLatency = true;
      yield { metric: 'transaction_time', value, unit: 'ms', direction: 'lower' };
    } else if (!hasRate) {
      // Older versions print a second one, with the time for connections in it.
      hasRate = true;
      yield { metric: 'throughput', value, unit: 'transactions/s', direction: 'higher' };
    }
  }
  if (hasLatency && !hasRate) throw new ResultsFault('no line of tps: it was cut off');
}
