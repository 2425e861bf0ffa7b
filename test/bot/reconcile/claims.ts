/** Runs of pull requests that say of tests that the change cannot touch them. */
import type { ObservationRecord, RunRecord, TestInputs } from '../../../src/contract/documents.ts';
import {
  commit,
  endRun,
  propose,
  pullRequest,
  recordOf,
  type Scenario,
  startRun,
  upload,
} from './scenario.ts';
import { observe, pushOf, startPush } from '../main-branch/pushes.ts';

/** As a job says that it measured nothing of the test. */
export function leaveOut(
  record: RunRecord,
  name = 'upload',
  by: TestInputs['by'] = ['strace'],
): RunRecord {
  const inputs = { state: 'same', by, files: 12_345, folders: 0, absent: 0 } as const;
  return {
    ...record,
    tests: record.tests.map((one) => (one.name === name ? { ...one, inputs } : one)),
    profiles: record.profiles.filter((profile) => profile.test !== name),
  };
}

interface Claim {
  files?: Record<string, string>;
  observation?: ObservationRecord;
  fork?: boolean;
  suite?: string;
}

/** A pull request whose run says that it left the test out. */
export async function claim(
  { look, world }: Scenario,
  { files = {}, fork, observation, suite }: Claim = {},
) {
  const head = propose(
    world,
    { number: 2, name: 'claims', files, ...(suite === undefined ? {} : { suite }) },
    fork === undefined ? {} : { fork },
  );
  const run = startRun(world, 2);
  const changes = observation === undefined ? {} : { observation };
  upload(world, run, leaveOut(recordOf(world, run)), changes);
  endRun(run);
  await look(pullRequest(2));
  return head;
}

/** Somebody pushes to main, and its run measures and observes all. */
export async function pushObserved({ look, world }: Scenario, observed?: unknown): Promise<void> {
  const before = world.branches.get('main')!;
  const tip = commit(world, { name: 'pushed', parents: [before], files: { 'src/upload.ts': 'u' } });
  const run = startPush(world, tip);
  const observation = observed ?? observe(tip);
  upload(world, run, recordOf(world, run, { before }), { observation });
  endRun(run);
  await look(pushOf(tip));
}
