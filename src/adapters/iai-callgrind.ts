import type { ReportedNumber } from '../contract/numbers.ts';
import { listLines, readNumber, refuseEmpty, type Adapter } from './adapter.ts';
import { nameMetric } from './name-metric.ts';

const row = /^ {2}([A-Za-z0-9 +]+?): +([\d,.]+)\|/;
const name = /^(\w+(?:::\w+)+)(?: (.*))?$/;

/** What iai-callgrind and gungraun print: counts of instructions and cache accesses. */
export const iaiCallgrind: Adapter = {
  name: 'iai-callgrind',
  detects: ({ text }) => /^ {2}Instructions: +[\d,]+\|/m.test(text),
  read({ text }) {
    const numbers: ReportedNumber[] = [];
    let span = '';
    for (const [line] of listLines(text)) {
      const [, path, parameter] = name.exec(line) ?? [];
      if (path !== undefined) span = parameter === undefined ? path : `${path} ${parameter}`;
      const [, what, digits = ''] = row.exec(line) ?? [];
      const value = readNumber(digits);
      if (what === undefined || value === undefined || span === '') continue;
      // Hits of the first cache follow from the others, and more of them may be better or worse.
      if (what === 'L1 Hits') continue;
      numbers.push({ span, metric: rename(what), value, unit: '', direction: 'lower' });
    }
    return refuseEmpty(numbers, 'count of a benchmark');
  },
};

function rename(what: string): string {
  return what === 'Instructions' ? 'executed_instructions' : nameMetric(what);
}
