/**
 * What canaries are worth: unchanged builds on a machine that changes between the sides, and changed code on one that
 * does not.
 *   node bench/canaries.ts [--builds 200] [--seed 1]
 */
import { parseArgs } from 'node:util';
import { canaries, cpuLimit, findCanary } from '../src/contract/canaries.ts';
import type { CanarySamples, Metric, SeriesSamples, Verdict } from '../src/contract/documents.ts';
import { createRandom, drawNormal, type Random } from '../src/stats/random.ts';
import { judge } from '../src/verdict/judge.ts';
import { listUndecidedTests } from '../src/verdict/list-undecided-tests.ts';
import { emptyAggregate } from './calibration-run.ts';

/** Builds whose truth is known: what the code did, and what the machine did to tests and canaries. */
interface Planted {
  name: string;
  /** How much slower the machine is for a test while after runs; each test feels it differently. */
  machine?: number;
  /** Which parts of it; all when absent. */
  parts?: RegExp;
  /** Of the executions of after, so many feel it; all when absent. */
  share?: number;
  /** The code: so much slower, in one test of ten. */
  code?: number;
  /** How much longer a canary takes after a heavier test has run: what it leaves behind. */
  leftBehind?: number;
  /** Of the readings of canaries, so many have to wait for other work, on both sides. */
  busy?: number;
}

const tests = 10;
const most = 20;
const plan = { repeats: 5, maxRepeats: most };
/** Canaries beside each pair: what a suite of short tests can afford. */
const eachPair = 3;

function metric(name: string): Metric {
  return {
    ...{ name, unit: 'ns', direction: 'lower', kind: 'duration' },
    ...{ source: 'sdk-clock', scope: 'tree', exactness: 'exact' },
  };
}

interface Simulated {
  withVeto: Verdict;
  withoutVeto: Verdict;
}

function simulate(random: Random, planted: Planted): Simulated {
  const { machine = 0, parts = /./, share = 1, code = 0, busy = 0, leftBehind = 0 } = planted;
  const hits = Array.from({ length: tests * most }, () => random() < share);
  const feels = (test: number, pair: number): number => (hits[test * most + pair] ? machine : 0);
  const series = Array.from({ length: tests }, (_, test): SeriesSamples[] => {
    const slower = test === 0 ? code : 0;
    const sensitivity = 0.5 + random();
    return ['latency', 'cpu.total'].map((name) => {
      const noise = 0.02 * Math.exp(0.5 * drawNormal(random));
      const isHit = name === 'latency' || parts.test('cpu.integer');
      const draw = (pair: number, isAfter: boolean): number => {
        const ofMachine = isAfter && isHit ? feels(test, pair) * sensitivity : 0;
        const factor = (1 + ofMachine) * (isAfter ? 1 + slower : 1);
        return 1e8 * factor * Math.exp(noise * drawNormal(random));
      };
      const pairs = Array.from({ length: most }, (_unused, pair) => pair);
      return {
        ...{ test: `test ${test}`, span: 'whole', annotations: {}, platform: 'linux-x64' },
        metric: name,
        before: pairs.map((pair) => draw(pair, false)),
        after: pairs.map((pair) => draw(pair, true)),
      };
    });
  }).flat();
  const beside = new Map<string, CanarySamples>();
  const felt = new Map(canaries.map(({ name }) => [name, 0.3 + 0.9 * random()]));
  let next = 0;
  for (let pair = 0; pair < most; pair += 1) {
    for (let test = 0; test < tests; test += 1) {
      // The execution that ran second follows the other side of its own test.
      const isAfterFirst = random() < 0.5;
      for (let i = 0; i < eachPair; i += 1, next += 1) {
        const { name } = canaries[next % canaries.length] ?? canaries[0];
        const key = `${test} ${name}`;
        const none = () => new Array<number | null>(most).fill(null);
        const own = beside.get(key) ?? {
          ...{
            shard: 0,
            host: 'c'.repeat(64),
            test: `test ${test}`,
            canary: name,
            before: none(),
            after: none(),
          },
        };
        beside.set(key, own);
        const isHit = parts.test(name);
        const draw = (isAfter: boolean): number => {
          const ofMachine = isAfter && isHit ? feels(test, pair) * (felt.get(name) ?? 0) : 0;
          const left =
            test === 0 && isAfter !== isAfterFirst ? leftBehind * (isAfter ? 1 : 1 + code) : 0;
          const waits = random() < busy ? 1.3 : 0;
          return (
            1e6 * (1 + ofMachine + left) * Math.exp(spreadOf(name) * drawNormal(random) + waits)
          );
        };
        own.before[pair] = draw(false);
        own.after[pair] = draw(true);
      }
    }
  }
  const samples = [...beside.values()];
  return {
    withVeto: decide(series, samples),
    withoutVeto: decide(series, []),
  };
}

function spreadOf(name: string): number {
  if (name === cpuLimit) return 0;
  if (name.startsWith('disk')) return 0.2;
  return findCanary(name)?.concerns === 'latency' ? 0.1 : 0.04;
}

/** As the runner does: more pairs where the verdict is open. */
function decide(series: readonly SeriesSamples[], all: readonly CanarySamples[]): Verdict {
  const names = [...new Set(series.map(({ test }) => test))];
  const pairsOf = new Map(names.map((test) => [test, plan.repeats]));
  for (;;) {
    const cut = <T extends { test: string; before: S[]; after: S[] }, S>(one: T): T => ({
      ...one,
      before: one.before.slice(0, pairsOf.get(one.test)),
      after: one.after.slice(0, pairsOf.get(one.test)),
    });
    const verdict = judge(
      {
        ...emptyAggregate(plan),
        metrics: [metric('latency'), metric('cpu.total')],
        series: series.map(cut),
        ...(all.length === 0 ? {} : { canaries: all.map(cut) }),
      },
      { rules: [], today: '2026-01-01', tagsOf: new Map() },
    );
    const open = listUndecidedTests(verdict).filter((test) => (pairsOf.get(test) ?? 0) < most);
    if (open.length === 0) return verdict;
    for (const test of open) pairsOf.set(test, (pairsOf.get(test) ?? 0) + 5);
  }
}

const { values } = parseArgs({
  options: {
    builds: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
  },
});

const isRed = ({ counts }: Verdict): boolean => counts.blocking > 0;
const isVetoed = ({ series }: Verdict): boolean =>
  series.some(({ evidence }) => evidence.veto !== undefined);
const saw = ({ problems }: Verdict): boolean =>
  problems.some(({ code }) => code === 'machine-changed' || code === 'machine-jumped');

const machineChanges: readonly Planted[] = [
  { name: 'nothing' },
  { name: 'nothing, one reading in five waits', busy: 0.2 },
  { name: 'machine 10% slower', machine: 0.1 },
  { name: 'machine 30% slower', machine: 0.3 },
  { name: 'machine 100% slower', machine: 1 },
  { name: 'machine 30% slower, one reading in five waits', machine: 0.3, busy: 0.2 },
  { name: 'machine 30% slower in half of the executions', machine: 0.3, share: 0.5 },
  { name: 'machine 100% slower in half of the executions', machine: 1, share: 0.5 },
  { name: 'disk twice as slow', machine: 1, parts: /^disk/ },
];
const codeChanges: readonly Planted[] = [
  { name: 'code 10% slower', code: 0.1 },
  { name: 'code 30% slower', code: 0.3 },
  { name: 'code 30% slower, canaries 20% slower after its test', code: 0.3, leftBehind: 0.2 },
  { name: 'code 30% slower, one reading in five waits', code: 0.3, busy: 0.2 },
];

function simulateAll(builds: number, seed: number): void {
  console.log(`${builds} simulated builds each, seed ${seed}`);
  console.log('planted | red without canaries | red with them | a canary vetoed | it was named');
  for (const planted of [...machineChanges, ...codeChanges]) {
    const random = createRandom(seed);
    const tally = { without: 0, red: 0, vetoed: 0, named: 0 };
    for (let build = 0; build < builds; build += 1) {
      const { withVeto, withoutVeto } = simulate(random, planted);
      tally.without += Number(isRed(withoutVeto));
      tally.red += Number(isRed(withVeto));
      tally.vetoed += Number(isVetoed(withVeto));
      tally.named += Number(saw(withVeto));
    }
    const { named, red, vetoed, without } = tally;
    console.log(`${planted.name} | ${without} | ${red} | ${vetoed} | ${named}`);
  }
}

simulateAll(Number(values.builds), Number(values.seed));
