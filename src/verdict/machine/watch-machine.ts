import { mean } from 'simple-statistics';
import { machineChanged, machineJumped } from '../../contract/busy-machine.ts';
import { concernsMetric, findCanary } from '../../contract/canaries.ts';
import { countThings } from '../../contract/count-things.ts';
import type { Aggregate, CanarySamples, Metric, Problem } from '../../contract/documents.ts';
import type { SeriesIdentity } from '../../contract/series-key.ts';
import { formatChangeInWords } from '../words/format-change.ts';
import {
  compareCanaries,
  listDifferences,
  type MachineChange,
  measureUsual,
} from './compare-canaries.ts';

/** The machine that a test ran on, as the canaries see it. */
export interface Machine {
  /** Pairs that do not count for a metric of a test: the machine changed between their executions. */
  listAside(test: MeasuredTest, metric: Metric): ReadonlySet<number>;
  /** Changes between the sides that a metric of a test may come from. */
  listChanges(test: MeasuredTest, metric: Metric): readonly MachineChange[];
  problems: Problem[];
}

type Watched = Pick<Aggregate, 'canaries' | 'hosts'>;

/** Each platform has machines of its own. */
type MeasuredTest = Pick<SeriesIdentity, 'test' | 'platform'>;

/** A test may lose one pair in three; beyond that the machine has no usual state, and all of them count. */
const mostAside = 1 / 3;

const steady: readonly never[] = [];
const noPairs: ReadonlySet<number> = new Set();

/** Canaries that this version does not know concern nothing. */
export function watchMachine({ canaries = [], hosts }: Watched): Machine {
  const platforms = new Map(hosts.map(({ fingerprint, platform }) => [fingerprint, platform]));
  const changes = new Map<string, MachineChange[]>();
  const jumps = new Map<string, Jump[]>();
  const problems: Problem[] = [];
  const ofKnown = canaries.filter(({ canary }) => findCanary(canary) !== undefined);
  for (const ofShard of Map.groupBy(ofKnown, ({ shard }) => shard).values()) {
    const platform = platforms.get(ofShard[0]?.host ?? '') ?? '';
    const place = new Set(platforms.values()).size > 1 ? { platform } : {};
    // The mean: where many readings wait for others, a jump like theirs is none.
    const usual = measureUsual(ofShard, mean);
    const tests = [...Map.groupBy(ofShard, (one) => one.test)].map(([test, own]) => {
      const found = findJumps(own, usual);
      const pairs = Math.max(...own.map(({ before }) => before.length));
      return { test, own, found, isUnsteady: found.length > pairs * mostAside };
    });
    const shifts = compareCanaries(
      tests.flatMap(({ found, isUnsteady, own }) => (isUnsteady ? own : leaveOut(own, found))),
    );
    for (const { found, isUnsteady, own, test } of tests) {
      const key = keyOf({ test, platform });
      changes.set(key, isUnsteady ? [...shifts, ...foldJumps(found, own)] : shifts);
      if (found.length === 0) continue;
      if (!isUnsteady) jumps.set(key, found);
      problems.push({ ...describeJumps(test, found, isUnsteady), ...place });
    }
    problems.push(...describeShifts(shifts).map((one) => ({ ...one, ...place })));
  }
  const concerned = <C extends MachineChange>(all: readonly C[] = steady, metric: Metric) =>
    all.length === 0 ? all : all.filter((change) => concernsMetric(change, metric));
  return {
    listAside: (test, metric) => {
      const own = jumps.size === 0 ? steady : concerned(jumps.get(keyOf(test)), metric);
      return own.length === 0 ? noPairs : new Set(own.map(({ pair }) => pair));
    },
    listChanges: (test, metric) =>
      changes.size === 0 ? steady : concerned(changes.get(keyOf(test)), metric),
    problems,
  };
}

/** A pair that does not count for what a canary concerns tells nothing of the others either. */
function leaveOut(samples: readonly CanarySamples[], jumps: readonly Jump[]): CanarySamples[] {
  return samples.map((one) => {
    const isOfCpu = findCanary(one.canary)?.concerns === 'cpu-and-latency';
    const own = jumps.filter(({ concerns }) => !isOfCpu || concerns === 'cpu-and-latency');
    const aside = new Set(own.map(({ pair }) => pair));
    const without = (side: CanarySamples['before']) =>
      side.map((value, pair) => (aside.has(pair) ? null : value));
    return { ...one, before: without(one.before), after: without(one.after) };
  });
}

const keyOf = ({ platform, test }: MeasuredTest): string => JSON.stringify([test, platform]);

/**
 * The part of a change that a test's jumps may explain if all of its pairs count: in each direction their mean over the
 * pairs that have canaries. A jump concerns its own pair, and says nothing of a change that the others show as well.
 */
function foldJumps(jumps: readonly Jump[], samples: readonly CanarySamples[]): MachineChange[] {
  const read = samples.flatMap((one) =>
    listDifferences(one).flatMap((change, pair) => (change === undefined ? [] : [pair])),
  );
  const pairs = new Set(read).size;
  const ofCpu = jumps.filter(({ concerns }) => concerns === 'cpu-and-latency');
  return [
    { concerns: 'latency' as const, group: jumps },
    { concerns: 'cpu-and-latency' as const, group: ofCpu },
  ].flatMap(({ concerns, group }) =>
    [1, -1].flatMap((direction) => {
      const own = group.filter(({ change }) => change * direction > 0);
      const clearest = pickClearest(own);
      if (clearest === undefined) return [];
      const change = own.reduce((sum, jump) => sum + jump.change, 0) / pairs;
      return [{ canary: clearest.canary, concerns, change }];
    }),
  );
}

const sortClearest = <C extends MachineChange>(changes: readonly C[]): C[] =>
  changes.toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change));

const pickClearest = <C extends MachineChange>(changes: readonly C[]): C | undefined =>
  sortClearest(changes)[0];

const mostPairsNamed = 3;

/** Several canaries and groups of them tell of one change: the largest says it. */
function describeShifts(shifts: readonly MachineChange[]): Problem[] {
  const largest = pickClearest(shifts);
  if (largest === undefined) return [];
  return [
    {
      code: machineChanged,
      message: `The machine changed, not only the code: ${describeChange(largest)} beside after than beside before. A regression that this may explain is undecided. If the machine was faster while after ran, it may hide one, so less was seen. Measure again; if it comes back, find what else runs on this machine.`,
    },
  ];
}

function describeJumps(test: string, jumps: readonly Jump[], isUnsteady: boolean): Problem {
  const clearest = sortClearest(jumps).slice(0, mostPairsNamed);
  const inOrder = clearest.toSorted((a, b) => a.pair - b.pair);
  const which = inOrder.map((jump) => `in pair ${jump.pair + 1} ${describeChange(jump)}`);
  const most = jumps.length > which.length ? ', most of all' : '';
  const what = isUnsteady
    ? 'Nothing is decided by its times that this may explain'
    : `${jumps.length === 1 ? 'It does' : 'They do'} not count for its times, and others are measured where the verdict needs them`;
  return {
    code: machineJumped,
    message: `The machine changed within ${countThings(jumps.length, 'pair')}${most}: ${which.join('; ')}. ${what}.`,
    test,
  };
}

/** "the integer CPU canary took 31% more". */
export function describeChange({
  canary,
  change,
}: Pick<MachineChange, 'canary' | 'change'>): string {
  return `the ${findCanary(canary)?.title ?? canary} canary took ${formatChangeInWords(Math.expm1(change))}`;
}

/** In one pair a canary has to differ by this much, … */
const leastJump = Math.log(1.25);
/** … and by so many times what it usually differs by on this machine. */
const usualTimes = 4;
/** One canary alone meets a moment of other work now and then. */
const fewestAgreeing = 2;

/** A pair between whose executions the machine changed. */
interface Jump extends MachineChange {
  pair: number;
}

/**
 * @param canaries beside one test
 * @param usual of the whole machine
 */
function findJumps(canaries: readonly CanarySamples[], usual: ReadonlyMap<string, number>): Jump[] {
  const byPair = new Map<number, MachineChange[]>();
  for (const one of canaries) {
    const { canary } = one;
    const limit = Math.max(leastJump, usualTimes * (usual.get(canary) ?? 0));
    const concerns = findCanary(canary)?.concerns ?? 'latency';
    for (const [pair, change] of listDifferences(one).entries()) {
      if (change === undefined || Math.abs(change) < limit) continue;
      byPair.set(pair, [...(byPair.get(pair) ?? []), { canary, change, concerns }]);
    }
  }
  return [...byPair].flatMap(([pair, changes]) => {
    const agreeing = pickAgreeing(changes);
    const clearest = pickClearest(agreeing);
    if (clearest === undefined || agreeing.length < fewestAgreeing) return [];
    const ofCpu = agreeing.filter(({ concerns }) => concerns === 'cpu-and-latency');
    const concerns = ofCpu.length >= fewestAgreeing ? 'cpu-and-latency' : 'latency';
    return [{ ...clearest, concerns, pair }];
  });
}

/** Takes the direction that has more of them. */
function pickAgreeing(changes: readonly MachineChange[]): MachineChange[] {
  const slower = changes.filter(({ change }) => change > 0);
  return slower.length * 2 >= changes.length ? slower : changes.filter(({ change }) => change < 0);
}
