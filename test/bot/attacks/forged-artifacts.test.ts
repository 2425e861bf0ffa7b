import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { BuildEvent, RunRecord } from '../../../src/contract/documents.ts';
import { artifactFiles, artifactLimits } from '../../../src/transport/artifacts/artifact-limits.ts';
import { readMetric } from '../../service/start-service.ts';
import { fork } from '../servers/fake/history.ts';
import { storeArtifact } from '../servers/fake/people.ts';
import type { FakePull, FakeRun } from '../servers/fake/state.ts';
import {
  checkOf,
  endMeasuring,
  openChange,
  type Place,
  recordOf,
  reportsOf,
  startMeasuring,
  upload,
} from './act-on-github.ts';
import type { ArtifactContent } from './pack-shard.ts';
import { expectHonestGate, expectSoon, useStage } from './start-stage.ts';

const stage = useStage(5);

interface Attack {
  place: Place;
  /** Of somebody of the team; its run has not ended. */
  victim: FakePull;
  pull: FakePull;
  run: FakeRun;
}

/** A fork has a pull request whose run has begun, beside one of the team. */
async function prepare(): Promise<Attack> {
  const place = stage().take();
  const victim = await openChange(place, 'victim');
  await startMeasuring(place, victim);
  const from = fork(place.state, place.repository, `mallory-${place.repository.id}`);
  const pull = await openChange(place, 'evil', { from });
  return { place, victim, pull, run: await startMeasuring(place, pull) };
}

/** The victim has nothing of it: its check waits, and nobody wrote there. */
async function expectUntouched({ place, victim }: Attack): Promise<void> {
  await expectSoon(() => checkOf(place, victim.head.commit)?.status, 'in_progress');
  expect(reportsOf(place, victim.number)).toEqual([]);
}

async function expectRefused(attack: Attack, named: RegExp): Promise<void> {
  const { place, pull } = attack;
  const conclusion = () => checkOf(place, pull.head.commit)?.conclusion;
  await expectSoon(conclusion, 'action_required');
  await expectSoon(() => reportsOf(place, pull.number).length, 1);
  expect(reportsOf(place, pull.number)[0]?.replaceAll('`', '')).toMatch(named);
  await expectUntouched(attack);
  await expectHonestGate(place);
  expect(reportsOf(place, pull.number)).toHaveLength(1);
  expect(conclusion()).toBe('action_required');
}

function changeEvent(content: ArtifactContent, change: (event: BuildEvent) => BuildEvent): void {
  const event = JSON.parse(String(content.get(artifactFiles.event))) as BuildEvent;
  content.set(artifactFiles.event, Buffer.from(JSON.stringify(change(event))));
}

/** Puts something else where the record is, with an event that fits it. */
function replaceRecord(content: ArtifactContent, packed: Buffer): void {
  content.set(artifactFiles.record, packed);
  const sha256 = createHash('sha256').update(packed).digest('hex');
  changeEvent(content, (event) => {
    if (event.shard === undefined) return event;
    const artifact = { ...event.shard.artifact, sha256, bytes: packed.length };
    return { ...event, shard: { ...event.shard, artifact } };
  });
}

interface Forgery {
  record?: (honest: RunRecord, attack: Attack) => RunRecord;
  content?: (content: ArtifactContent, attack: Attack) => void;
  named: RegExp;
}

const forgeries: Readonly<Record<string, Forgery>> = {
  'the pull request of somebody else, in record and event': {
    record: (record, { victim }) => ({
      ...record,
      after: { commit: victim.head.commit, label: 'victim' },
    }),
    content: (content) =>
      changeEvent(content, (event) => ({ ...event, pullRequest: 1, links: {} })),
    named: /it measured [0-9a-f]{12}, and the head is [0-9a-f]{12}/,
  },
  'to be small, and is not when it is unpacked': {
    content: (content) => replaceRecord(content, gzipSync(Buffer.alloc(200_000_000, ' '))),
    named: /its run record unpacks to more than/,
  },
  'to be small, and is not when the zip file is unpacked': {
    content: (content) => replaceRecord(content, Buffer.alloc(200_000_000, ' ')),
    named: /unpack|more than|bytes/,
  },
};

test.concurrent.each(Object.entries(forgeries))(
  'an artifact of a fork that claims %s is refused by name, and reaches nobody else',
  async (_, { content, named, record = (honest) => honest }) => {
    const attack = await prepare();
    const { place, run } = attack;
    const forged = record(recordOf(place, run), attack);
    await upload(place, run, forged, (files) => content?.(files, attack));
    await endMeasuring(place, run);
    await expectRefused(attack, named);
  },
);

test.concurrent('an artifact of more bytes than are read is not fetched at all', async () => {
  const attack = await prepare();
  const { place, run } = attack;
  const name = 'perigee-sync-shard-1-of-1-attempt-1';
  const zip = Buffer.alloc(artifactLimits.maxBytes + 1);
  const { id } = storeArtifact(place.state, place.repository, run, name, zip);
  await endMeasuring(place, run);
  await expectRefused(attack, /at most \d+ are read/);
  expect(stage().github.storageRequests).not.toContain(`/artifact-${id}`);
});

test.concurrent('a verdict in the artifact is read by nobody: what was measured is judged here', async () => {
  const attack = await prepare();
  const { place, pull, run } = attack;
  const record = recordOf(place, run, { factors: { upload: 1.3 } });
  await upload(place, run, record, (content) => {
    const verdict = {
      schema: 'perigee/verdict',
      version: 1,
      outcome: 'not-regressed',
      series: [],
    };
    content.set('verdict.json', Buffer.from(JSON.stringify(verdict)));
    changeEvent(content, (event) => ({ ...event, verdict: 'success', conclusion: 'success' }));
  });
  await endMeasuring(place, run);
  await expectSoon(() => checkOf(place, pull.head.commit)?.conclusion, 'failure');
  await expectSoon(() => reportsOf(place, pull.number).length, 1);
  expect(reportsOf(place, pull.number)[0]).toContain('A fork controls its own');
  await expectUntouched(attack);
});

test('all of that leaves the memory of the service small', async () => {
  const bytes = await readMetric(stage().service.url, 'process_resident_memory_bytes');
  expect(bytes).toBeLessThan(512 * 1024 * 1024);
});
