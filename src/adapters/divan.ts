import type { ReportedNumber } from '../contract/numbers.ts';
import { listLines, readNumber, refuseEmpty, type Adapter } from './adapter.ts';
import { ResultsFault } from './results-fault.ts';

const head = /^(\S+) +fastest +│ slowest +│ median +│ mean +│ samples +│ iters/;
const branch = /^((?:[│ ] {2})*)[├╰]─ (\S.*)$/;
const time = /^([\d.]+) (ns|µs|ms|s|ps)$/;

/** The tree that `cargo bench` prints with divan: the median of each leaf. */
export const divan: Adapter = {
  name: 'divan',
  detects: ({ text }) => /^\S+ +fastest +│ slowest +│ median +│/m.test(text),
  read({ text }) {
    const numbers: ReportedNumber[] = [];
    const path: string[] = [];
    for (const [line, lineNumber] of listLines(text)) {
      if (head.test(line)) path.length = 0;
      const [, indent = '', rest] = branch.exec(line) ?? [];
      if (rest === undefined) continue;
      const [first = '', , median = ''] = rest.split('│').map((cell) => cell.trim());
      const [, name = first, fastest] = /^(.*?)(?: {2,}([\d.]+ \S+))?$/.exec(first) ?? [];
      path.length = indent.length / 3;
      path.push(name.trim());
      if (fastest === undefined) continue;
      const [, digits = '', unit = ''] = time.exec(median) ?? [];
      const value = readNumber(digits);
      if (value === undefined)
        throw new ResultsFault(`${path.join('::')} has no median, as if cut off`, lineNumber);
      const scaled = unit === 'ps' ? { value: value / 1000, unit: 'ns' } : { value, unit };
      numbers.push({ span: path.join('::'), metric: 'time', ...scaled, direction: 'lower' });
    }
    return refuseEmpty(numbers, 'leaf with a median');
  },
};
