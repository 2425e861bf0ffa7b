import { expect, test } from 'vitest';
import { collectBuildkiteControls } from '../../../bot/src/main-branch/collect-controls.ts';
import type { BuildkiteBuild } from '../../../src/transport/buildkite/builds.ts';
import { nameControl } from '../../../src/transport/artifacts/control-artifact.ts';
import { readHere } from '../../../src/settings/readers/readers.ts';
import { makeControl, startMs, dayMs } from '../../gate/record/make-entries.ts';
import { openTestLedger } from '../ledger/open-test-ledger.ts';
import {
  addBuild,
  createBuildkiteWorld,
  openBuildkiteArtifacts,
  openBuildkiteWorld,
} from '../reconcile/buildkite-world.ts';
import { writeSuite } from '../reconcile/measurements.ts';
import { repository } from '../reconcile/world.ts';

const commit = 'a'.repeat(40);
const ofPipeline = writeSuite({ more: 'gate: { pipeline: acme/sync }' });

function open(file: string | undefined = ofPipeline) {
  const ledger = openTestLedger();
  const world = createBuildkiteWorld(() => startMs);
  const calls: string[] = [];
  const warned: unknown[] = [];
  world.onCall = (method) => void calls.push(method);
  const ports = {
    ...{ ledger, nowMs: () => startMs + dayMs, readers: readHere },
    buildkite: openBuildkiteWorld(world),
    github: { defaultBranch: async () => 'main', readFile: async () => file },
    logger: { log: (_: unknown, __: string, facts?: object) => void warned.push(facts) },
    openArtifacts: ({ runId }: { runId: string }) => {
      calls.push(runId);
      return openBuildkiteArtifacts(world, runId);
    },
  };
  const settled = new Set<string>();
  const collect = () =>
    collectBuildkiteControls(ports, repository, settled, new AbortController().signal);
  /** A build that has ended, with the control of one shard. */
  const add = (changes: Partial<BuildkiteBuild> = {}, entry: unknown = makeControl(0)): string => {
    const build = addBuild(world, {
      ...{ commit, branch: 'main', source: 'schedule', state: 'completed', ...changes },
    });
    const name = nameControl('sync', { index: 0, total: 1, attempt: 1 });
    const files = new Map([['gate-entry.json', Buffer.from(JSON.stringify(entry))]]);
    const stored = { name, id: `job/${name}`, bytes: 9 };
    world.artifacts.set(build.runId, [{ stored, files }]);
    return build.runId;
  };
  return {
    add,
    calls,
    collect,
    ledger,
    list: () => ledger.listGateEntries(repository.id, 0),
    warned,
    world,
  };
}

test('what a scheduled build of the default branch found is kept once, under the build', async () => {
  const stage = open();
  const runId = stage.add();
  await stage.collect();
  await stage.collect();
  expect(stage.list()).toMatchObject([
    { run: runId, kind: 'control', control: { isProven: true } },
  ]);
  expect(stage.calls).toEqual(['listScheduled', runId, 'listScheduled']);
  expect(stage.warned).toEqual([]);
});

test.each([
  ['that a push has started', { source: 'webhook' }],
  ['that another build has triggered', { source: 'trigger_job' }],
  ['that a person has started', { source: 'ui' }],
  ['of another branch', { branch: 'topic' }],
  ['of another pipeline', { runId: 'acme/other/1' }],
  ['that is at work', { state: 'in-progress' as const }],
  ['of three weeks ago', { createdAtMs: startMs - 20 * dayMs }],
])('a build %s proves nothing', async (_, changes) => {
  const stage = open();
  stage.add(changes);
  await stage.collect();
  expect(stage.list()).toEqual([]);
  expect(stage.calls).toEqual(['listScheduled']);
});

test('an entry of another commit than its build is left out, and said', async () => {
  const stage = open();
  const runId = stage.add({}, makeControl(0, {}, { commit: 'b'.repeat(40) }));
  await stage.collect();
  expect(stage.list()).toEqual([]);
  expect(stage.warned).toMatchObject([{ runId }]);
});

test('a build of which a job was retried is read again', async () => {
  const stage = open();
  const runId = stage.add({}, makeControl(0, { isProven: false }));
  await stage.collect();
  const [build] = stage.world.builds;
  build?.jobs.push({
    ...{ id: 'job-1', step: 'control', name: 'control', state: 'ended', retries: 1 },
    ...{ createdAtMs: startMs, url: '' },
  });
  await stage.collect();
  expect(stage.calls.filter((call) => call === runId)).toHaveLength(2);
});

test.each([
  ['names no pipeline', writeSuite()],
  ['is not valid', 'version: ['],
])('where perigee.yml %s, Buildkite is not asked', async (_, file) => {
  const stage = open(file);
  await stage.collect();
  expect(stage.calls).toEqual([]);
});
