import { join } from 'node:path';
import type {
  GateControl,
  GateEntry,
  RunRecord,
  SeriesVerdict,
  Verdict,
} from '../contract/documents.ts';
import { reasonOf } from '../contract/series-reason.ts';
import { wholeTestSpan } from '../contract/execution.ts';
import type { Suite, SuiteTest } from '../contract/suite.ts';
import { formatChange } from '../contract/units.ts';
import { exitCode, UserError } from '../contract/user-error.ts';
import { secondsOf } from '../gate/record/describe-judged.ts';
import { makePlain } from '../report/plain-text.ts';
import type { SidesRequest } from '../runner/revisions/resolve-sides.ts';
import type { RunPorts, RunRequest } from '../runner/run-request.ts';
import { openRepository } from '../runner/revisions/repository.ts';
import { runSuite } from '../runner/run-suite.ts';
import { placeHome } from '../runner/worktrees/provide-sdk.ts';
import { median } from '../stats/median.ts';

/** A planted fault, the metric that must show it, and the wrapper's option for it. */
const kinds = {
  cpu: { metric: 'cpu.total', cost: 'cpuNs' },
  wall: { metric: 'latency', cost: 'wallNs' },
  memory: { metric: 'memory.peak', cost: 'memoryBytes' },
  writes: { metric: 'disk.write_bytes', cost: 'writeBytes' },
} as const;

/** An entry of the gate may hold so many. */
const mostTests = 1000;
/** Executions that say what a test costs. */
const calibrationRuns = 3;

export type ControlKind = keyof typeof kinds;
export const controlKinds = Object.keys(kinds) as ControlKind[];

export interface ControlRequest extends Pick<RunRequest, 'repository' | 'home' | 'environment'> {
  suite: Suite;
  tests: readonly SuiteTest[];
  /** The revision that is measured against itself, and its name for people. */
  revision: Exclude<SidesRequest['after'], { kind: 'working-tree' }>;
  label: string;
  kind: ControlKind;
  /** 0.2: so much worse. */
  share: number;
  judge(this: void, record: RunRecord): Verdict;
  say(this: void, sentence: string): void;
}

export interface Proof {
  /** For each test, plain text. */
  lines: string[];
  /** The result of all tests, plain text. */
  sentence: string;
  /** At least one test turned red, and none to which something was added did not. */
  isProven: boolean;
  /** The gate's entry for it. */
  entry: GateEntry;
}

/**
 * Measures a commit against itself with one side made worse by a known size, and finds out which tests turn red.
 * @throws UserError when it cannot be measured, or the signal stopped it
 */
export async function proveGate(request: ControlRequest, ports: RunPorts): Promise<Proof> {
  const { environment, home, judge, kind, label, repository, revision, say, share, suite, tests } =
    request;
  const { cost: added, metric } = kinds[kind];
  const own = await placeHome(home, await openRepository(repository, environment));
  const measure = (
    costs: ReadonlyMap<string, number> | undefined,
    more: Pick<RunRequest, 'sides' | 'suite'>,
  ): Promise<RunRecord> =>
    runSuite({
      ...{ tests, repository, home, environment, ...more, isTrial: true },
      ports: {
        ...ports,
        // On both sides, so that what the wrapper itself costs cancels.
        wrap: (command, test, side) => [
          ...[process.execPath, join(own, 'dist/control.js')],
          JSON.stringify(side === 'after' ? { [added]: costs?.get(test) ?? 0 } : {}),
          ...command,
        ],
      },
    });
  say(`what each test costs, from ${calibrationRuns} runs`);
  const usual = await measure(undefined, {
    suite: { ...suite, repeats: calibrationRuns, maxRepeats: calibrationRuns },
    sides: { before: { kind: 'none' }, after: revision },
  });
  if (usual.status !== 'complete') throw refuseStopped();
  const costs = readCosts(usual, metric, share);
  const what = `${formatChange(share)} ${kind}`;
  const prove = (outcomes: readonly Outcome[], records: readonly RunRecord[]): Proof => {
    const isProven =
      outcomes.some(({ test }) => test.outcome === 'red') &&
      outcomes.every(({ test }) => test.outcome === 'red' || test.outcome === 'nothing-added');
    return {
      lines: outcomes.map(({ text }) => text),
      sentence: conclude(outcomes, what),
      isProven,
      entry: describeControl(records, { cost: kind, by: share, isProven }, outcomes),
    };
  };
  // A test that failed has no cost, and the proof is to say so.
  if (costs.size === tests.length && [...costs.values()].every((cost) => cost === 0)) {
    return prove(
      tests.map(({ name }) => nothingToAdd(name)),
      [usual],
    );
  }
  say(`${makePlain(label)} against itself, ${what}`);
  const record = await measure(costs, { suite, sides: { before: revision, after: revision } });
  if (record.status !== 'complete') throw refuseStopped();
  const { series } = judge(record);
  const outcomes = tests.map(({ name }) => {
    const found = series.find((one) => isAsked(one, name, metric));
    return costs.get(name) === 0 ? nothingToAdd(name) : judgeTest(name, found, share);
  });
  return prove(outcomes, [usual, record]);
}

function refuseStopped(): UserError {
  return new UserError({
    seen: 'stopped before every test was measured, so nothing is proven',
    remedy: 'run it again; --test proves fewer tests in less time',
    exitCode: exitCode.couldNotMeasure,
  });
}

interface Outcome {
  test: GateControl['tests'][number];
  text: string;
}

/** The newest record says which run it was; the time of all of them was spent. */
function describeControl(
  records: readonly RunRecord[],
  control: Omit<GateControl, 'tests' | 'shard'>,
  outcomes: readonly Outcome[],
): GateEntry {
  const newest = records.at(-1) as RunRecord;
  const { after, id, startedAt, suite } = newest;
  return {
    ...{ schema: 'perigee/gate-entry', version: 1, kind: 'control' },
    ...{ at: startedAt, suite, run: id, commit: after.commit },
    spent: {
      pairs: newest.profiles.filter(({ side }) => side === 'after').length,
      seconds: records.reduce((sum, record) => sum + secondsOf(record), 0),
    },
    control: {
      ...control,
      tests: outcomes.slice(0, mostTests).map(({ test }) => test),
    },
  };
}

function nothingToAdd(name: string): Outcome {
  return {
    test: { name, outcome: 'nothing-added' },
    text: `- ${makePlain(name)}: it costs nothing of the kind, so nothing was added`,
  };
}

function conclude(outcomes: readonly Outcome[], what: string): string {
  const asked = outcomes.filter(({ test }) => test.outcome !== 'nothing-added');
  const green = asked.filter(({ test }) => test.outcome !== 'red').length;
  if (asked.length === 0)
    return `Nothing is proven: no test has a cost to which ${what} could be added`;
  if (green > 0)
    return `The gate does not fire: ${what} was not found in ${green} of ${asked.length} tests`;
  return `The gate fires: ${what} was found in ${asked.length === 1 ? 'the test' : `all ${asked.length} tests`}`;
}

/** By test; absent for one that did not pass, or whose metric this host cannot read. */
function readCosts(
  { profiles }: RunRecord,
  metric: string,
  share: number,
): ReadonlyMap<string, number> {
  const costs = new Map<string, number>();
  for (const [test, own] of Map.groupBy(profiles, (profile) => profile.test)) {
    const values = own.flatMap(({ outcome, spans }) => {
      const whole = spans.find(({ span }) => span === wholeTestSpan);
      const value = outcome.status === 'passed' ? whole?.values[metric] : undefined;
      return value === undefined ? [] : [value];
    });
    if (values.length > 0) costs.set(test, Math.round(median(values) * share));
  }
  return costs;
}

function isAsked(one: SeriesVerdict, test: string, metric: string): boolean {
  return one.test === test && one.span === wholeTestSpan && one.metric === metric;
}

function judgeTest(name: string, found: SeriesVerdict | undefined, share: number): Outcome {
  const plain = makePlain(name);
  if (found === undefined) {
    const text = `✗ ${plain}: it did not pass, or this host cannot read the metric`;
    return { test: { name, outcome: 'not-measured' }, text };
  }
  const { evidence, state, threshold } = found;
  const { change, smallestVisible } = evidence;
  const measured = { change, smallestVisible };
  const size = change === undefined ? '' : `, measured ${formatChange(change)}`;
  if (state === 'regressed') {
    return { test: { name, outcome: 'red', ...measured }, text: `✓ ${plain}: red${size}` };
  }
  const limit = threshold.relative ?? 0;
  const why =
    limit >= share
      ? `; its limit is ${formatChange(limit)} (${threshold.rule})`
      : `: ${makePlain(reasonOf(found))}`;
  const outcome = state === 'undecided' ? 'undecided' : 'green';
  return { test: { name, outcome, ...measured }, text: `✗ ${plain}: ${outcome}${size}${why}` };
}
