import type { ReportedNumber } from '../contract/numbers.ts';
import { hasLine, listLines, readNumber, refuseEmpty, type Adapter } from './adapter.ts';
import { nameInTarget } from './cargo-target.ts';
import { ResultsFault } from './results-fault.ts';

const head = /^(\S+) +fastest +│ slowest +│ median +│ mean +│ samples +│ iters/;
const branch = /^((?:[│ ] {2})*)[├╰]─ (\S.*)$/;
const time = String.raw`[\d.]+ (?:ps|ns|[µμu]s|ms|[smhd])`;
/** Fastest, slowest, median and mean; in front of them may stand what the code printed. */
const row = new RegExp(String.raw`${time} +│ ${time} +│ (${time}) +│ ${time} +│ \d+ +│ \d+$`);
const cut = new RegExp(`${time} +│`);

/** The tree that `cargo bench` prints with divan: the median of each leaf. */
export const divan: Adapter = {
  name: 'divan',
  detects: ({ text }) => hasLine(text, /^\S+ +fastest +│ slowest +│ median +│/),
  read: ({ text }) => refuseEmpty(readTree(text), 'leaf with a median'),
};

/** For nested modules. */
const deepest = 50;

const units = new Map([
  ['ps', [0.001, 'ns']],
  ['m', [1, 'min']],
  ['d', [24, 'h']],
] as const);

function* readTree(text: string): Generator<ReportedNumber> {
  const path: string[] = [];
  let target: string | undefined;
  let open: { span: string; line: number } | undefined;
  const finish = () => {
    if (open !== undefined)
      throw new ResultsFault(`${open.span} has no median, as if cut off`, open.line);
  };
  for (const [line, lineNumber] of listLines(text)) {
    const begun = head.exec(line)?.[1];
    const [, indent = '', rest] = branch.exec(line) ?? [];
    if (begun !== undefined || rest !== undefined) finish();
    if (begun !== undefined) [target, path.length] = [begun, 0];
    if (rest !== undefined) {
      path.length = indent.length / 3;
      path.push((rest.split(/ {2,}|│/, 1)[0] ?? '').trim());
      if (path.length > deepest)
        throw new ResultsFault(`a tree more than ${deepest} deep`, lineNumber);
      // A module has its empty cells at once, a benchmark gets them when it ends.
      const isLeaf = cut.test(rest) || !/│|\(ignored\)/.test(rest);
      if (isLeaf) open = { span: nameInTarget(target, path.join('::')), line: lineNumber };
    }
    const [value = '', written = ''] = row.exec(line)?.[1]?.split(' ') ?? [];
    if (open === undefined || value === '') continue;
    const [factor, unit] = units.get(written as 'ps') ?? [1, written];
    const measured = (readNumber(value) ?? Number.NaN) * factor;
    yield { span: open.span, metric: 'time', value: measured, unit, direction: 'lower' };
    open = undefined;
  }
  finish();
}
