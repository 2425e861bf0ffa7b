import type { ReportedNumber } from '../contract/numbers.ts';
import { hasLine, listLines, readNumber, refuseEmpty, type Adapter } from './adapter.ts';
import { ResultsFault } from './results-fault.ts';

/** What pgbench prints at its end. */
export const pgbench: Adapter = {
  name: 'pgbench',
  detects: ({ text }) =>
    hasLine(text, /^transaction type: /) && hasLine(text, /^number of clients: \d+$/),
  read({ text }) {
    const numbers: ReportedNumber[] = [];
    let isWhole = false;
    for (const [line, lineNumber] of listLines(text)) {
      const [, latency] = /^latency average = ([\d.]+) ms/.exec(line) ?? [];
      const [, rate] = /^tps = ([\d.]+) /.exec(line) ?? [];
      const [, failed] = /^number of failed transactions: (\d+) /.exec(line) ?? [];
      if (failed !== undefined && Number(failed) > 0)
        throw new ResultsFault(`${failed} transactions failed`, lineNumber);
      const value = readNumber(latency ?? rate ?? '');
      if (value === undefined) continue;
      if (latency !== undefined)
        numbers.push({ metric: 'transaction_time', value, unit: 'ms', direction: 'lower' });
      else {
        // Older versions print a second one, with the time for connections in it.
        if (!isWhole)
          numbers.push({
            metric: 'throughput',
            value,
            unit: 'transactions/s',
            direction: 'higher',
          });
        isWhole = true;
      }
    }
    if (numbers.length > 0 && !isWhole) throw new ResultsFault('no line of tps: it was cut off');
    return refuseEmpty(numbers, 'line of latency and tps');
  },
};
