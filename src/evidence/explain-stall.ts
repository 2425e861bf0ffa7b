import type { Explanation, Profile, RunRecord } from '../contract/documents.ts';
import { wholeTestSpan } from '../contract/execution.ts';
import type { StalledPair } from '../contract/explainer.ts';
import { cutText } from '../contract/cut-text.ts';
import { formatQuantity } from '../contract/units.ts';
import { median } from '../stats/median.ts';
import type { ChangedLines } from './changed-lines.ts';
import { explainTest } from './explain-test.ts';

/** A test that always reaches its time limit after the change, and never before it. */
export interface StalledTest {
  test: string;
  /** Of a run before the change. */
  endsAfterNs: number;
  cpuNs: number;
}

export function listStalled({ profiles }: Pick<RunRecord, 'profiles'>): StalledTest[] {
  return [...Map.groupBy(profiles, ({ test }) => test)].flatMap(([test, all]) => {
    const of = (side: Profile['side'], status: Profile['outcome']['status']) =>
      all.filter((one) => one.side === side && one.outcome.status === status);
    const before = of('before', 'passed');
    const isStalled =
      of('after', 'timed-out').length > 0 &&
      of('after', 'passed').length + of('before', 'timed-out').length === 0;
    if (!isStalled || before.length === 0) return [];
    const cpu = before.flatMap(({ spans }) => {
      const whole = spans.find(({ span }) => span === wholeTestSpan);
      return whole?.values['cpu.total'] ?? [];
    });
    const endsAfterNs = median(before.map(({ durationNs }) => durationNs));
    return [{ test, endsAfterNs, cpuNs: cpu.length === 0 ? 0 : median(cpu) }];
  });
}

/** Of one core: below it, a test only waits, and the profiler works; from the other on, it mostly works. */
const idle = 0.1;
/** Of a sentence, in the schema. */
const longest = 1000;
const busy = 0.5;
const doubt = 'it was ended at the limit: one such run proves nothing';

/** What a test did until its time limit, as far as that was seen. */
export function explainStall(
  { cpuNs, endsAfterNs, test }: StalledTest,
  pair: StalledPair,
  change: ChangedLines,
): Explanation {
  const { isLimit, stalled, untilNs } = pair;
  const used = stalled.cpuNs ?? sumSizes(pair);
  const growth = { before: cpuNs, after: used, error: 0 };
  const explanation = explainTest({
    ...{ test, of: 'time', growth, change, pairs: [pair], doubts: [doubt] },
  });
  const share =
    stalled.lateCpuNs === undefined ? used / untilNs : stalled.lateCpuNs / (untilNs / 2);
  const limit = `${isLimit ? 'its time limit of' : 'the end of a look of'} ${format(untilNs)}`;
  const cpu = `${format(used)} of CPU time`;
  const ended = `Before the change it ends after ${format(endsAfterNs)}, with ${format(cpuNs)}.`;
  const late =
    stalled.lateCpuNs === undefined ? '' : ` (${format(stalled.lateCpuNs)} in the second half)`;
  const waits = stalled.waits.join('; ');
  const waiting =
    waits === '' ? '' : ` At each of three looks in the second half it waited: ${waits}.`;
  if (share < idle) {
    const text = `The test mostly waits until ${limit}: it uses only ${cpu}${late}.${waiting} ${ended}`;
    return { ...explanation, functions: [], meanings: [cutText(text, longest)], notes: [doubt] };
  }
  const text = `The test does not end until ${limit}, and uses ${cpu} until then.${share < busy ? waiting : ''} ${ended}`;
  return { ...explanation, meanings: [cutText(text, longest)] };
}

const format = (ns: number): string => formatQuantity(ns, 'ns');

function sumSizes({ after }: StalledPair): number {
  const sizes = after.flatMap(({ samples, weight }) =>
    [...samples.values()].map((count) => count * weight),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
