import {
  hasLine,
  listLines,
  readNumber,
  refuseEmpty,
  type Adapter,
  type Measured,
} from './adapter.ts';
import { nameMetric } from './name-metric.ts';
import { ResultsFault } from './results-fault.ts';

const row = /^ {2}([A-Za-z0-9 +]+?): +([\d,.]+)\|/;
/** Behind it stand the id and the arguments; anything else is what the code prints. */
const name = /^(\w+(?:::\w+)+)(?: (\w+:.*))?$/;

/** Reads the output of iai-callgrind and gungraun: counts of instructions and cache accesses. */
export const iaiCallgrind: Adapter = {
  name: 'iai-callgrind',
  detects: ({ text }) => hasLine(text, /^ {2}Instructions: +[\d,]+\|/),
  read: ({ text }) => refuseEmpty(readCounts(text), 'count of a benchmark'),
};

function* readCounts(text: string): Generator<Measured> {
  let span = '';
  for (const [line, lineNumber] of listLines(text)) {
    const [, path, parameter] = name.exec(line) ?? [];
    if (path !== undefined) span = parameter === undefined ? path : `${path} ${parameter}`;
    const [, what, digits = ''] = row.exec(line) ?? [];
    const value = readNumber(digits);
    if (what === undefined || value === undefined) continue;
    if (span === '') throw new ResultsFault('a count without its benchmark', lineNumber);
    // Hits of the first cache follow from the others, and more of them may be better or worse.
    if (what === 'L1 Hits' || what.endsWith(' Hit Rate')) continue;
    yield { span, metric: rename(what), written: what, value, unit: '', direction: 'lower' };
  }
}

function rename(what: string): string {
  return what === 'Instructions' ? 'executed_instructions' : nameMetric(what);
}
