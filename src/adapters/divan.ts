import type { ReportedNumber } from '../contract/numbers.ts';
import { hasLine, listLines, readNumber, refuseEmpty, type Adapter } from './adapter.ts';
import { ResultsFault } from './results-fault.ts';

const head = /^(\S+) +fastest +│ slowest +│ median +│ mean +│ samples +│ iters/;
const branch = /^((?:[│ ] {2})*)[├╰]─ (\S.*)$/;
const leaf = /^(.*?)(?<! ) {2,}([\d.]+ \S+)$/;
const time = /^([\d.]+) (ns|µs|ms|s|ps)$/;

/** The tree that `cargo bench` prints with divan: the median of each leaf. */
export const divan: Adapter = {
  name: 'divan',
  detects: ({ text }) => hasLine(text, /^\S+ +fastest +│ slowest +│ median +│/),
  read: ({ text }) => refuseEmpty(readTree(text), 'leaf with a median'),
};

/** Of modules within each other. */
const deepest = 50;

function* readTree(text: string): Generator<ReportedNumber> {
  const path: string[] = [];
  for (const [line, lineNumber] of listLines(text)) {
    if (head.test(line)) path.length = 0;
    const [, indent = '', rest] = branch.exec(line) ?? [];
    if (rest === undefined) continue;
    const [first = '', , median = ''] = rest.split('│').map((cell) => cell.trim());
    const [, name = first, fastest] = leaf.exec(first) ?? [];
    path.length = indent.length / 3;
    path.push(name.trim());
    if (path.length > deepest)
      throw new ResultsFault(`a tree more than ${deepest} deep`, lineNumber);
    if (fastest === undefined) continue;
    const span = path.join('::');
    const [, digits = '', unit = ''] = time.exec(median) ?? [];
    const value = readNumber(digits);
    if (value === undefined)
      throw new ResultsFault(`${span} has no median, as if cut off`, lineNumber);
    const scaled = unit === 'ps' ? { value: value / 1000, unit: 'ns' } : { value, unit };
    yield { span, metric: 'time', ...scaled, direction: 'lower' };
  }
}
