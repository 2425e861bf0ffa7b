import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type {
  ObservationRecord,
  ObservedReads,
  RunRecord,
  Side,
} from '../../contract/documents.ts';
import { observerVersion, type Observer } from '../../contract/observation.ts';
import { checkoutOf, type Bench } from '../bench.ts';
import { runFiles } from '../journal/run-state.ts';
import { refuseLinks } from '../worktrees/state-directory.ts';
import { inherit } from './find-unaffected.ts';
import { observeAll, type ObservedExecution } from './observe-tests.ts';
import type { Inputs } from './list-inputs.ts';
import type { SetupObserving } from './observe-setup.ts';
import { describe as describeEntry, type Entry, type Manifest, takeManifest } from './manifest.ts';

/** A test that reads more is not kept: it is measured. */
export const mostPaths = 50_000;
const mostDoubts = 20;
const longestDoubt = 500;

/**
 * Runs each test once and keeps what it reads beside the record, for changes that come later. It says nothing of
 * this run, in which every test is measured.
 */
export async function keepObservation(
  bench: Bench,
  repository: string,
  setup: SetupObserving | undefined,
): Promise<void> {
  const { observer, signal } = bench.ports;
  if (observer === undefined) return;
  const side = chooseObserved(bench.sides);
  const isPair = side === 'before';
  const own = takeManifest(checkoutOf(bench, { side, build: 0 }), bench.views?.describe());
  const other = isPair ? { root: checkoutOf(bench, { side: 'after', build: 0 }) } : own;
  const all = await observeAll(bench, observer, own, other, side);
  if (signal.aborted) return;
  const record = describeObserved(
    bench.record,
    observer,
    side,
    setup?.conclude(own, other),
    all,
    own,
  );
  const file = join(bench.runDirectory, runFiles.observation);
  refuseLinks(repository, file);
  await writeFile(file, JSON.stringify(record));
}

export function describeObserved(
  run: RunRecord,
  observer: Observer,
  side: Side,
  setup: Inputs | undefined,
  all: readonly ObservedExecution[],
  own: Manifest,
): ObservationRecord {
  const { commit } = run[side];
  const ofSetup = setup && describeReads(setup, own);
  const record: ObservationRecord = {
    ...{ schema: 'perigee/observation', version: 1, commit },
    observedAt: run.startedAt,
    by: [...observer.means],
    observer: observerVersion,
    ...(ofSetup === undefined || isTooMuch(ofSetup) ? {} : { setup: ofSetup }),
    tests: [],
    entries: [],
  };
  const paths = new Set<string>();
  for (const one of all) {
    if (one.observation === undefined || one.test.affected === 'always') continue;
    const inherited = inherit(one, all, own);
    const left = one.changed.size === 0 ? [] : ['it leaves something in the checkout'];
    const reads = describeReads({ ...inherited, doubts: [...inherited.doubts, ...left] }, own);
    if (isTooMuch(reads)) continue;
    record.tests.push({ name: one.test.name, reads });
    for (const path of reads.paths) paths.add(path);
  }
  record.entries = [...paths].map((path) => ({
    path,
    kind: own.entries.get(path)?.kind ?? 'absent',
  }));
  return record;
}

/** The side before, where there are two: later changes begin there or behind it. */
export function chooseObserved(sides: readonly Side[]): Side {
  return sides.length > 1 ? 'before' : 'after';
}

function isTooMuch({ listed, paths }: ObservedReads): boolean {
  return paths.length > mostPaths || listed.length > mostPaths;
}

function describeReads(inputs: Inputs, manifest: Manifest): ObservedReads {
  const { git, listed, paths, seesQuestions } = inputs;
  const fault = manifest.fault === undefined ? [] : [manifest.fault];
  const moved = [...paths].filter((path) => isChanged(path, manifest));
  const doubts = [...fault, ...inputs.doubts, ...moved.map((path) => `a test changed ${path}`)];
  return {
    ...{ paths: [...paths], listed: [...listed], seesQuestions },
    git,
    doubts: [...new Set(doubts)].slice(0, mostDoubts).map((one) => one.slice(0, longestDoubt)),
  };
}

/** Files of tests are not made by setup. */
function isChanged(path: string, { entries, root }: Manifest): boolean {
  const then = entries.get(path);
  if (then === undefined) return false;
  return isOther(then, describeEntry(`${root}/${path}`));
}

function isOther(one: Entry, other: Entry): boolean {
  return JSON.stringify(one) !== JSON.stringify(other);
}
