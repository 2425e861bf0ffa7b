import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { countBuilds } from '../../contract/builds.ts';
import { coverReads, type Difference, findNoticed } from '../../contract/covered-paths.ts';
import type { ObservationRecord, ObservedReads, TestInputs } from '../../contract/documents.ts';
import { observerVersion, type Observer } from '../../contract/observation.ts';
import { explainDoubt, readsOfTest, summarizeReads } from '../../contract/observed-reads.ts';
import { isAlone } from '../../contract/sides.ts';
import type { SuiteTest } from '../../contract/suite.ts';
import { readFact } from '../host/read-facts.ts';
import { isOneTree } from '../revisions/is-one-tree.ts';
import { listDifferences } from '../revisions/list-differences.ts';
import { readGit } from '../revisions/repository.ts';
import { type RunUnderWay, type StoppablePorts, environmentOf } from '../run-under-way.ts';
import { refuseLinks } from '../worktrees/state-directory.ts';
import { digestOutside } from './describe-outside.ts';
import { readKept } from './kept-observations.ts';

/** The observations of earlier runs on this machine. */
export interface Reuse {
  folder: string;
  conditions: string;
  /** One of them tells what the tests read: nothing is observed to be kept. */
  isKnown: boolean;
}

/** Observations that are tried: that of the base itself, and newer ones that fit it as well. */
const mostTried = 3;

/**
 * Goes by what an earlier run saw setup and tests read: of each test that can be decided so, the record then says whether
 * the change touches it.
 * @returns undefined where nothing may be reused or kept
 */
export async function reuseObservation(
  run: RunUnderWay,
  { observer }: StoppablePorts,
): Promise<Reuse | undefined> {
  const { earlier, record, repository, request, stateDirectory } = run;
  const { plan } = record;
  // Without strace, what is read outside the checkout is not seen. Other builds read by another environment.
  const isWanted = request.reusesObservation === true && observer?.means.includes('strace');
  const isPlain = countBuilds(plan) === 1 && !isAlone(plan);
  if (isWanted !== true || !isPlain || earlier !== undefined) return undefined;
  if (!isKeptFromTests(request)) return undefined;
  if (await isOneTree(repository, record)) return undefined;
  const folder = join(stateDirectory, 'observations');
  refuseLinks(repository.root, folder);
  const conditions = await describeConditions(run, observer as NonNullable<typeof observer>);
  const { damaged, observations } = await readKept(folder, conditions);
  for (const message of damaged) record.problems.push({ code: 'observation-damaged', message });
  const isOfBase = ({ commit }: ObservationRecord): boolean => commit === record.before.commit;
  const sorted = observations.toSorted((a, b) => Number(isOfBase(b)) - Number(isOfBase(a)));
  for (const observation of sorted.slice(0, mostTried)) {
    const found = await readObservation(run, observation);
    if (found === undefined) continue;
    for (const test of record.tests) {
      const inputs = found.get(test.name);
      if (inputs !== undefined) test.inputs = inputs;
    }
    return { folder, conditions, isKnown: true };
  }
  return { folder, conditions, isKnown: false };
}

/** A test that can write what is kept could say of a later change that it touches nothing. */
function isKeptFromTests({ ports, tests }: RunUnderWay['request']): boolean {
  if (ports.isolation !== undefined) return true;
  const isViewed = ports.views !== undefined && ports.views.rights !== 'user';
  return isViewed && tests.every(({ code }) => code !== 'outside');
}

/** @returns what it tells of tests; undefined where it says nothing of this base */
async function readObservation(
  { record, repository, request }: RunUnderWay,
  observation: ObservationRecord,
): Promise<Map<string, TestInputs> | undefined> {
  const { here, observedAt, setup } = observation;
  if (here === undefined || digestOutside(here) !== here.outside) return undefined;
  const ofBase = await listDifferences(repository, observation.commit, record.before.commit);
  const ofHead = await listDifferences(repository, observation.commit, record.after.commit);
  if (ofBase === undefined || ofHead === undefined) return undefined;
  const found = new Map<string, TestInputs>();
  for (const test of request.tests) {
    const reads = findReads(observation, request.suite, test);
    if (reads === undefined) continue;
    if (findNoticed(coverReads(reads), ofBase) !== undefined) return undefined;
    // The result of setup may be the same.
    if (setup !== undefined && isNoticed(setup, ofHead)) continue;
    const touched = findNoticed(coverReads(reads), ofHead);
    const inputs: TestInputs =
      touched === undefined
        ? { ...summarizeReads(observation, test.name), observedAt }
        : { state: 'changed', by: [...observation.by], why: explainTouched(touched), observedAt };
    found.set(test.name, inputs);
  }
  return found;
}

/** @returns undefined where a run has to look again: the test is in doubt, or it did not pass */
function findReads(
  observation: ObservationRecord,
  suite: RunUnderWay['request']['suite'],
  { affected, name }: SuiteTest,
): ObservedReads[] | undefined {
  const reads = readsOfTest(observation, suite, name);
  if (affected === 'always' || typeof reads === 'string') return undefined;
  return reads.some((one) => explainDoubt(one) !== undefined) ? undefined : reads;
}

function isNoticed(reads: ObservedReads, differences: readonly Difference[]): boolean {
  return findNoticed(coverReads([reads]), differences) !== undefined;
}

function explainTouched(path: string): string {
  return `${path.slice(0, 400)} is not the same before and after`;
}

/** A shell sets them anew for each command. */
const ofTheShell: ReadonlySet<string> = new Set(['_', 'OLDPWD', 'SHLVL']);
/** The identity and the rights of a process; the rest of these files changes all the time. */
const ofTheUser = /^(Uid|Gid|Groups|Umask|Cap\w+|NoNewPrivs|Seccomp)\s*:/;

/**
 * SHA-256 of what setup and tests are started with. Where any of it differs they may read other files, so that what was
 * seen says nothing. The day is part of it: a test may go by it, and no observation gets old.
 */
async function describeConditions(
  { record, repository, request }: Pick<RunUnderWay, 'record' | 'repository' | 'request'>,
  observer: Observer,
): Promise<string> {
  const { home, ports, suite, tests } = request;
  const environments = [undefined, ...tests].map((test) =>
    Object.entries(environmentOf({ record, request }, 0, test))
      .filter(([name]) => !ofTheShell.has(name))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
  const started = new Date(record.startedAt);
  const status = (await readFact('/proc/self/status')) ?? '';
  const facts = [
    [observerVersion, observer.means, home, ports.isolation, ports.tier, ports.views?.rights],
    [suite, tests, [...suite.shards.pins]],
    environments,
    [record.host.fingerprint, record.host.kernel, record.host.cpu, process.arch],
    status.split('\n').filter((line) => ofTheUser.test(line)),
    await readFact('/proc/self/limits'),
    await readFact('/proc/sys/kernel/random/boot_id'),
    await readFact('/proc/sys/kernel/hostname'),
    // Git checks files out by its settings.
    await readGit(repository, ['config', '--list', '-z']),
    [started.toDateString(), started.toISOString().slice(0, 10)],
  ];
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex');
}
