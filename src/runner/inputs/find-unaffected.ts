import type { TestInputs } from '../../contract/documents.ts';
import type { Observation, ObservedPlace, Observer } from '../../contract/observation.ts';
import type { SuiteTest } from '../../contract/suite.ts';
import { checkoutOf, type Bench } from '../bench.ts';
import { compareInputs, type InputsQuestion, type InputsVerdict } from './compare-inputs.ts';
import { listInputs, uniteInputs, type Inputs } from './list-inputs.ts';
import { describe as describeEntry, takeManifest, type Manifest } from './manifest.ts';
import { observeAll, type ObservedExecution } from './observe-tests.ts';
import { createContentComparison } from './same-content.ts';

/**
 * Runs each test on the side before until it reads nothing new, watches what it reads, and asks whether the side after has the
 * same. The record keeps the answer; a test whose inputs are the same needs no pairs.
 * @param keep gets what was observed, before any test is measured
 */
export async function findUnaffected(bench: Bench, keep?: KeepObserved): Promise<void> {
  const { observer } = bench.ports;
  const isNew = bench.tests.every((test) => !bench.measured.has(test.name));
  if (observer === undefined || bench.sides.length < 2 || !isNew) return;
  const builds = bench.checkouts.before.map((root, build) =>
    compareBuild(root, checkoutOf(bench, { side: 'after', build }), bench.views?.describe()),
  ) as [BuildPair, ...BuildPair[]];
  // Tests are observed in the first build; what they read is compared in each.
  const [{ before, after }] = builds;
  // A test that reads what differs is measured, whatever else it reads. What is kept has to be all of it.
  const isEnough = (seen: Observation): boolean =>
    keep === undefined &&
    compareInputs({ inputs: listInputs(seen, before, after), ...builds[0] }).kind === 'different';
  const all = await observeAll(bench, observer, before, after, 'before', isEnough);
  if (bench.ports.signal.aborted) return;
  await keep?.(all, before, after);
  const moved = findMoved(before);
  for (const one of all) {
    const { test, observation } = one;
    if (observation === undefined || test.affected === 'always') continue;
    const inputs = inherit(one, all, before);
    const doubts = [
      ...inputs.doubts,
      ...[...inputs.paths].filter((path) => moved.has(path)).map(explainMoved),
    ];
    const verdicts = builds.map((pair) =>
      compareInputs({ inputs: { ...inputs, doubts }, ...pair }),
    );
    const [first, ...others] = verdicts as [InputsVerdict, ...InputsVerdict[]];
    const verdict = others.find(({ kind }) => kind !== 'equal' && first.kind === 'equal') ?? first;
    const found = describe(verdict, observation.means);
    note(bench, test, found);
    bench.ports.onInputs?.(test.name, inputs, found);
  }
  keepWriters(bench, all);
}

export type KeepObserved = (
  all: readonly ObservedExecution[],
  own: Manifest,
  other: Pick<Manifest, 'root'>,
) => Promise<void>;

type BuildPair = Omit<InputsQuestion, 'inputs'>;

function compareBuild(
  beforeRoot: string,
  afterRoot: string,
  seen: Pick<ObservedPlace, 'seenAt'> | undefined,
): BuildPair {
  const [before, after] = [takeManifest(beforeRoot, seen), takeManifest(afterRoot, seen)];
  return { before, after, isSameContent: createContentComparison(before, after) };
}

/**
 * A test that uses another one's files depends on all that any test reads: a later one may have written over them. The
 * times of folders tell that files were left. Tests run again and again, so order is no matter.
 */
export function inherit(
  { test, inputs: own }: ObservedExecution,
  all: readonly ObservedExecution[],
  before: Manifest,
): Inputs {
  const inputs = own ?? unknownInputs;
  const others = all.filter((other) => other.test !== test);
  const isUsed = others.some(({ changed }) => {
    if ([...inputs.listed].some((path) => changed.has(path))) return true;
    // The first name of a path that is not there stands in a folder that is.
    return [...inputs.paths].some(
      (path) => !before.entries.has(path) && changed.has(folderOf(path)),
    );
  });
  if (!isUsed) return inputs;
  return uniteInputs([inputs, ...others.map((other) => other.inputs ?? unknownInputs)]);
}

const unknownInputs: Inputs = {
  paths: new Set(),
  listed: new Set(),
  seesQuestions: false,
  doubts: ['it uses what other tests have left, and one of them did not pass'],
};

/** Links and folders that lead elsewhere, or have other rights, since the tests ran. */
function findMoved({ entries, root }: Manifest): Set<string> {
  const moved = new Set<string>();
  for (const [path, then] of entries) {
    if (then.kind !== 'link' && then.kind !== 'folder') continue;
    const now = describeEntry(`${root}/${path}`);
    if (JSON.stringify(now) !== JSON.stringify(then)) moved.add(path);
  }
  return moved;
}

function explainMoved(path: string): string {
  return `a test changed ${path} before it could be compared`;
}

/** Measured tests may need the files that a test leaves in its checkout on both sides. */
function keepWriters({ record }: Bench, all: readonly ObservedExecution[]): void {
  if (record.tests.every(({ inputs }) => inputs?.state === 'same')) return;
  for (const { test, changed } of all) {
    const planned = record.tests.find(({ name }) => name === test.name);
    if (planned?.inputs?.state !== 'same' || changed.size === 0) continue;
    const why = 'it leaves something in the checkout, which other tests may use';
    planned.inputs = { state: 'unknown', by: planned.inputs.by, why };
  }
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
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
