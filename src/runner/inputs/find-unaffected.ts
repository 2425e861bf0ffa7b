import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { TestInputs } from '../../contract/documents.ts';
import type { Observer } from '../../contract/observation.ts';
import type { SuiteTest } from '../../contract/suite.ts';
import type { Bench } from '../bench.ts';
import { executeTest } from '../execute-test.ts';
import { compareInputs, type InputsVerdict } from './compare-inputs.ts';
import { listInputs, uniteInputs, type Inputs } from './list-inputs.ts';
import { takeManifest, type Manifest } from './manifest.ts';
import { createContentComparison } from './same-content.ts';

/** Folders in which an earlier test has left something or taken it away, and what that test depends on. */
interface Trail {
  changed: ReadonlySet<string>;
  inputs: Inputs;
}

/**
 * Runs each test once on the side before, watches what it reads, and asks whether the side after has the
 * same. The record keeps the answer; a test whose inputs are the same needs no pairs.
 */
export async function findUnaffected(bench: Bench): Promise<void> {
  const { observer, signal, onProgress } = bench.ports;
  const asked = bench.tests.filter(
    (test) => test.affected !== 'always' && !bench.measured.has(test.name),
  );
  if (observer === undefined || bench.sides.length < 2 || asked.length === 0) return;
  // Whoever compares a commit with itself wants to see what the machine does.
  if (bench.record.before.commit === bench.record.after.commit) return;
  const before = takeManifest(bench.checkouts.before);
  const after = takeManifest(bench.checkouts.after);
  const isSameContent = createContentComparison(before, after);
  const trails: Trail[] = [];
  let times = readFolderTimes(before);
  for (const [done, test] of asked.entries()) {
    if (signal.aborted) return;
    onProgress?.({ kind: 'observe', test: test.name, done, total: asked.length });
    const observation = await observeTest(bench, observer, test);
    const now = readFolderTimes(before);
    const changed = new Set([...now.keys()].filter((path) => now.get(path) !== times.get(path)));
    times = now;
    const own = observation && listInputs(observation, before, after);
    const inputs = own && inherit(own, trails, before);
    if (changed.size > 0) trails.push({ changed, inputs: inputs ?? unknownInputs });
    if (inputs === undefined || observation === undefined) continue;
    const verdict = compareInputs({ inputs, before, after, isSameContent });
    const found = describe(verdict, observation.means);
    note(bench, test, found);
    bench.ports.onInputs?.(test.name, inputs, found);
  }
}

const unknownInputs: Inputs = {
  paths: new Set(),
  listed: new Set(),
  seesQuestions: false,
  doubts: ['it uses what a test has left that did not pass'],
};

/** @returns undefined where it did not pass: then its warm-up will say why */
async function observeTest(bench: Bench, observer: Observer, test: SuiteTest) {
  const folder = bench.checkouts.before;
  const place = { folder, directory: join(folder, test.directory) };
  const { ended, observation } = await observer.observe(place, (wrap) =>
    executeTest(bench, test, 'before', 'observed', wrap),
  );
  return ended.outcome.status === 'passed' ? observation : undefined;
}

/**
 * Who reads what another test has left depends on all that the other depends on. The times of folders tell
 * that something was left; a file that was written over counts as different by itself.
 */
function inherit(own: Inputs, trails: readonly Trail[], { entries }: Manifest): Inputs {
  const used = trails.filter(({ changed }) => {
    if ([...own.listed].some((path) => changed.has(path))) return true;
    // The first name of a path that is not there stands in a folder that is.
    return [...own.paths].some((path) => !entries.has(path) && changed.has(folderOf(path)));
  });
  return used.length === 0 ? own : uniteInputs([own, ...used.map(({ inputs }) => inputs)]);
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
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
  try {
    return lstatSync(path, { bigint: true }).ctimeNs;
  } catch {
    // It is gone, or something else stands in the way.
    return undefined;
  }
}

const longestWhy = 500;

function describe(verdict: InputsVerdict, means: Observer['means']): TestInputs {
  const by = [...means];
  switch (verdict.kind) {
    case 'equal': {
      const { absent, files, folders } = verdict;
      return { state: 'same', by, files, folders, absent };
    }
    case 'different':
      return { state: 'changed', by, why: `${verdict.path} ${verdict.why}`.slice(0, longestWhy) };
    case 'unknown':
      return { state: 'unknown', by, why: verdict.why.slice(0, longestWhy) };
  }
}

function note({ record }: Bench, { name }: SuiteTest, inputs: TestInputs): void {
  const planned = record.tests.find((test) => test.name === name);
  if (planned !== undefined) planned.inputs = inputs;
}

/** The tests that have to be measured. */
export function listAffected({ record, tests }: Bench): readonly SuiteTest[] {
  const same = record.tests.filter(({ inputs }) => inputs?.state === 'same');
  const names = new Set(same.map(({ name }) => name));
  return names.size === 0 ? tests : tests.filter(({ name }) => !names.has(name));
}
