import { join } from 'node:path';
import type { RunRecord, SeriesVerdict } from '../../contract/documents.ts';
import { wholeTestSpan } from '../../contract/execution.ts';
import { formatChange, parsePercentage } from '../../contract/units.ts';
import { exitCode, UserError, type ExitCode } from '../../contract/user-error.ts';
import { makePlain } from '../../report/plain-text.ts';
import type { RunPorts, RunRequest } from '../../runner/run-request.ts';
import { runSuite } from '../../runner/run-suite.ts';
import { median } from '../../stats/trim.ts';
import { home } from '../home.ts';
import { createJudge } from '../judge-record.ts';
import type { ControlOptions } from '../options.ts';
import { withMeasuring } from '../with-measuring.ts';
import { openWorkplace } from '../workplace.ts';

/** What is made worse, the metric that must show it, and what the wrapper is told to add. */
const kinds = {
  cpu: { metric: 'cpu.total', cost: 'cpuNs' },
  wall: { metric: 'latency', cost: 'wallNs' },
  memory: { metric: 'memory.peak', cost: 'memoryBytes' },
  writes: { metric: 'disk.write_bytes', cost: 'writeBytes' },
} as const;

/** Executions that say what a test costs. */
const calibrationRuns = 3;

/**
 * `perigee control`: measures a commit against itself, with one side made worse by a known size, and fails where a test
 * does not turn red. A gate that never fires proves nothing by being green.
 */
export async function control(
  revision = 'HEAD',
  { by, kind, ...options }: ControlOptions,
): Promise<ExitCode> {
  const share = parsePercentage(by);
  if (share === undefined || share <= 0) {
    throw new UserError({
      where: '--by',
      seen: JSON.stringify(by.slice(0, 40)),
      expected: 'how much worse, as a percentage above 0, e.g. 20%',
    });
  }
  const workplace = await openWorkplace(process.cwd(), options);
  const { root, suite, tests } = workplace;
  const judge = await createJudge(workplace, undefined);
  const named = { kind: 'revision', name: revision } as const;
  const measuring = {
    isolation: options.isolation,
    judge: (record: RunRecord) => judge.shard(record).verdict,
  };
  const measure = (
    ports: RunPorts,
    costs: ReadonlyMap<string, number> | undefined,
    more: Pick<RunRequest, 'sides' | 'suite'>,
  ): Promise<RunRecord> =>
    runSuite({
      ...{ tests, repository: root, home, environment: process.env, ...more },
      ports: {
        ...ports,
        // On both sides, so that what the wrapper itself costs cancels.
        wrap: (command, test, side) => [
          ...[process.execPath, join(home, 'dist/control.js')],
          JSON.stringify(side === 'after' ? { [kinds[kind].cost]: costs?.get(test) ?? 0 } : {}),
          ...command,
        ],
      },
    });
  let costs: ReadonlyMap<string, number> = new Map();
  const record = await withMeasuring(measuring, async (ports) => {
    process.stderr.write(`what each test costs, from ${calibrationRuns} runs\n`);
    const usual = await measure(ports, undefined, {
      suite: { ...suite, repeats: calibrationRuns, maxRepeats: calibrationRuns },
      sides: { before: { kind: 'none' }, after: named },
    });
    costs = readCosts(usual, kinds[kind].metric, share);
    process.stderr.write(`${makePlain(revision)} against itself, ${formatChange(share)} ${kind}\n`);
    return measure(ports, costs, { suite, sides: { before: named, after: named } });
  });
  const { series } = judge.shard(record).verdict;
  const outcomes = tests.map(({ name }) => {
    const added = costs.get(name);
    const found = series.find((one) => isAsked(one, name, kinds[kind].metric));
    return added === 0 ? nothingToAdd(name) : judgeTest(name, found, share);
  });
  process.stdout.write(`${outcomes.map(({ text }) => text).join('\n')}\n`);
  process.stdout.write(`${conclude(outcomes, `${formatChange(share)} ${kind}`)}\n`);
  if (record.status !== 'complete') return exitCode.couldNotMeasure;
  const isProven =
    outcomes.some(({ isFound }) => isFound === true) &&
    outcomes.every(({ isFound }) => isFound !== false);
  return isProven ? exitCode.nothingRegressed : exitCode.regressed;
}

interface Outcome {
  /** Absent where there was nothing to find. */
  isFound?: boolean;
  text: string;
}

function nothingToAdd(test: string): Outcome {
  return { text: `- ${makePlain(test)}: it costs nothing of the kind, so nothing was added` };
}

function conclude(outcomes: readonly Outcome[], what: string): string {
  const asked = outcomes.filter(({ isFound }) => isFound !== undefined);
  const green = asked.filter(({ isFound }) => isFound === false).length;
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

function judgeTest(test: string, found: SeriesVerdict | undefined, share: number): Outcome {
  const name = makePlain(test);
  if (found === undefined) {
    return {
      isFound: false,
      text: `✗ ${name}: it did not pass, or this host cannot read the metric`,
    };
  }
  const { evidence, state, threshold } = found;
  const size = evidence.change === undefined ? '' : `, measured ${formatChange(evidence.change)}`;
  if (state === 'regressed') return { isFound: true, text: `✓ ${name}: red${size}` };
  const limit = threshold.relative ?? 0;
  const why = limit >= share ? `; its limit is ${formatChange(limit)} (${threshold.rule})` : '';
  return {
    isFound: false,
    text: `✗ ${name}: ${state === 'undecided' ? 'undecided' : 'green'}${size}${why}`,
  };
}
