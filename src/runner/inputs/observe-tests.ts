import { lstatSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { attempt } from '../../contract/attempt.ts';
import type { Side } from '../../contract/documents.ts';
import { isGap } from '../../contract/gaps.ts';
import type { Observation, ObservedPlace, Observer } from '../../contract/observation.ts';
import type { SuiteTest } from '../../contract/suite.ts';
import { checkoutOf, type Bench, type BuildOfSide } from '../bench.ts';
import { executeTest } from '../execute-test.ts';
import { findFresh } from './find-fresh.ts';
import { findLate } from './find-late.ts';
import { listInputs, type Inputs } from './list-inputs.ts';
import type { Manifest } from './manifest.ts';
import { uniteObservations } from './unite-observations.ts';

export interface ObservedExecution {
  test: SuiteTest;
  observation: Observation | undefined;
  /** Undefined where the test did not pass. */
  inputs: Inputs | undefined;
  /** Folders in which it left something or took it away. */
  changed: ReadonlySet<string>;
}

/**
 * @param side whose manifest the first one is
 * @param isEnough whether a test that has read so much needs no further run
 */
export async function observeAll(
  bench: Bench,
  observer: Observer,
  own: Manifest,
  other: Pick<Manifest, 'root'>,
  side: Side = 'before',
  isEnough: (observation: Observation) => boolean = () => false,
): Promise<ObservedExecution[]> {
  const all: ObservedExecution[] = [];
  let times = readFolderTimes(own);
  // An earlier run has observed the others.
  const isOpen = ({ name }: SuiteTest) =>
    bench.record.tests.find((planned) => planned.name === name)?.inputs === undefined;
  const open = bench.tests.filter(isOpen);
  for (const [done, test] of open.entries()) {
    if (bench.ports.signal.aborted) break;
    const total = open.length;
    bench.ports.onProgress?.({ kind: 'observe', test: test.name, done, total });
    const observation = await observeTest(bench, observer, { own, side, isEnough }, test);
    const now = readFolderTimes(own);
    const changed = new Set([...now.keys()].filter((path) => now.get(path) !== times.get(path)));
    times = now;
    const inputs = observation && listInputs(observation, own, other);
    all.push({ test, observation, inputs, changed });
  }
  // A later test may have written what an earlier one reads.
  const observed = all.flatMap(({ observation }) => observation ?? []);
  return all.map((one) => ({
    ...one,
    inputs: one.inputs && addDoubts(bench, { own, side }, one.inputs, one, observed),
  }));
}

function addDoubts(
  bench: Bench,
  { own, side }: { own: Manifest; side: Side },
  inputs: Inputs,
  { observation, test }: ObservedExecution,
  observed: readonly Observation[],
): Inputs {
  const fresh =
    observation &&
    findFresh(observation, own, new Date(bench.record.startedAt), findIn(bench, own.root));
  const late = findLate(inputs, observed, own);
  const foreign = (observation && bench.code?.note(test, side, observation)) ?? [];
  const doubts = [
    ...inputs.doubts,
    ...foreign.filter(isGap).map(({ message }) => message),
    ...(fresh === undefined ? [] : [explainFresh(fresh)]),
    ...(late === undefined ? [] : [`it uses ${late}, which came after setup, and from no test`]),
  ];
  return { ...inputs, doubts: [...new Set(doubts)] };
}

/** A test may keep in a cache what it makes in its first run. */
const fewestRuns = 2;
/** Beyond them what it reads is not known. */
const furtherRuns = 2;

/**
 * @returns undefined where it did not pass, for which its warm-up will say why, and where it could not be
 * observed: then it is measured
 */
async function observeTest(
  bench: Bench,
  observer: Observer,
  { own, side, isEnough }: { own: Manifest; side: Side; isEnough: (seen: Observation) => boolean },
  test: SuiteTest,
): Promise<Observation | undefined> {
  const where = { side, build: 0 };
  const place = describePlace(bench, test, where);
  const { folder } = place;
  const all: Observation[] = [];
  try {
    // A first run may leave what a later one reads instead, and it may draw by lot: it is seen until a run brings nothing
    // new, and at least as often as it is warmed up.
    const least = Math.max(fewestRuns, bench.record.plan.warmup);
    let known = 0;
    let isSettled = false;
    let mayFailBySelf = false;
    let passed = 0;
    while (!isSettled && passed < least + furtherRuns) {
      const { ended, observation } = await observer.observe(place, (wrap) =>
        executeTest(bench, test, where, 'observed', wrap),
      );
      all.push(observation);
      const { status } = ended.outcome;
      if (status === 'passed') passed += 1;
      // Much slower than usual, it may fail once, where a server or a client loses patience.
      const mayGoOn = status === 'passed' || (status === 'failed' && all.length <= passed + 1);
      bench.observed.set(test.name, { side, runs: all.length, passed: mayGoOn ? passed : 0 });
      if (!mayGoOn) return undefined;
      mayFailBySelf ||= status !== 'passed' || ended.durationNs > test.timeoutMs * 1e6;
      const united = uniteObservations(all);
      const seen = countKnown(united, own);
      isSettled = passed >= least ? seen === known : passed > 0 && isEnough(united);
      known = seen;
    }
    // Then it has to be seen failing.
    if (mayFailBySelf) {
      const { outcome } = await executeTest(bench, test, where, 'warm-up');
      if (outcome.status !== 'passed') {
        bench.observed.set(test.name, { side, runs: all.length, passed: 0 });
        return undefined;
      }
    }
    const observation = uniteObservations(all);
    const touched = new Map(observation.touched);
    for (const path of listOwnQuestions(bench, test, place.directory)) {
      if (!touched.has(path)) touched.set(path, 'asked');
    }
    const fresh = findFresh(
      observation,
      { root: folder },
      new Date(bench.record.startedAt),
      findIn(bench, folder),
    );
    const doubts = [
      ...(fresh === undefined ? [] : [explainFresh(fresh)]),
      // If a process that the test did not start opens files of the folder, only inotify sees it.
      ...(bench.services.areStarted && !observation.means.includes('inotify')
        ? ['what a service of the suite reads is not seen']
        : []),
      ...(isSettled ? [] : [`after ${all.length} runs it still read something new`]),
    ];
    return { ...observation, touched, doubts: [...observation.doubts, ...doubts] };
  } catch (error) {
    bench.observed.set(test.name, { side, runs: all.length, passed: 0 });
    const message = `it could not be observed, so it is measured: ${(error as Error).message}`;
    bench.record.problems.push({
      code: 'not-observed',
      message: message.slice(0, 1000),
      test: test.name,
    });
    return undefined;
  }
}

/** The path on the machine of a file that a test sees. */
export function findIn(
  { views }: Pick<Bench, 'views'>,
  checkout: string,
): (path: string) => string {
  return (path) => views?.find(checkout, path) ?? path;
}

/** The facts of a test that an observer needs. */
export function describePlace(bench: Bench, test: SuiteTest, where: BuildOfSide): ObservedPlace {
  const folder = checkoutOf(bench, where);
  const besides = bench.code === undefined ? {} : { besides: bench.code.roots };
  return {
    ...{ folder, directory: join(folder, test.directory), ...besides },
    ...bench.views?.describe(),
  };
}

/** How much of what setup left was used, one way or another. */
function countKnown(observation: Observation, own: Manifest): number {
  const { listed, paths } = listInputs(observation, own, own);
  return [...paths].filter((path) => own.entries.has(path)).length + listed.size;
}

function explainFresh(path: string): string {
  return `it uses ${path}, outside the checkout, which was written since the run began`;
}

/** The questions asked to start the test, before it can be observed. */
function listOwnQuestions(bench: Bench, test: SuiteTest, directory: string): string[] {
  const programs = listLookups(test.command, directory, bench.environmentOf(test, 0));
  // As the runner for pytest is chosen.
  const python = test.cases?.runner === 'pytest' ? [join(directory, '.venv/bin/python')] : [];
  return [directory, ...programs, ...python];
}

/** The places in which a program is looked for. */
export function listLookups(
  [program = '']: readonly string[],
  directory: string,
  environment: Readonly<Record<string, string>>,
): string[] {
  const path = environment['PATH'] ?? '';
  const folders = program.includes('/') ? [''] : path.split(delimiter);
  return folders.map((folder) => resolve(directory, folder, program));
}

/** When a name was last added to a folder or taken from it. */
function readFolderTimes({ root, names }: Manifest): Map<string, bigint | undefined> {
  const times = new Map<string, bigint | undefined>();
  for (const path of names.keys()) {
    times.set(path, readTime(`${root}/${path}`));
  }
  return times;
}

function readTime(path: string): bigint | undefined {
  // It is gone, or something else stands in the way.
  return attempt(() => lstatSync(path, { bigint: true }).ctimeNs);
}
