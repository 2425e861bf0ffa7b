import { expect, test } from 'vitest';
import { collectControls } from '../../../bot/src/main-branch/collect-controls.ts';
import type { WorkflowRun } from '../../../bot/src/github/github-side.ts';
import type { GateEntry } from '../../../src/contract/documents.ts';
import {
  type ArtifactSource,
  ArtifactsUnavailable,
} from '../../../src/transport/artifacts/artifact-store.ts';
import { nameControl } from '../../../src/transport/artifacts/control-artifact.ts';
import { dayMs, makeControl, startMs } from '../../gate/record/make-entries.ts';
import { openTestLedger } from '../ledger/open-test-ledger.ts';
import { openMemorySource, type StoredFiles } from '../reconcile/artifacts.ts';
import { repository } from '../reconcile/world.ts';

const head = 'a'.repeat(40);

function makeRun(id: number, words: Partial<WorkflowRun> = {}): WorkflowRun {
  return {
    ...{ id, attempt: 1, path: '.github/workflows/perigee.yml', event: 'schedule', head },
    ...{ status: 'completed', createdAtMs: startMs, url: '', ...words },
  };
}

function pack(entry: unknown, shard = 0, attempt = 1, total = 2): StoredFiles {
  const text = typeof entry === 'string' ? entry : JSON.stringify(entry);
  const name = nameControl('sync', { index: shard, total, attempt });
  return {
    stored: { name, id: `${name} ${text.length}`, bytes: text.length },
    files: new Map([['gate-entry.json', Buffer.from(text)]]),
  };
}

function open(runs: WorkflowRun[], artifacts: Record<number, StoredFiles[] | ArtifactSource>) {
  const ledger = openTestLedger();
  const warned: unknown[] = [];
  const opened: string[] = [];
  const settled = new Set<string>();
  const ports = {
    ...{ ledger, nowMs: () => startMs + dayMs },
    github: { listScheduledRuns: async () => runs },
    logger: { log: (_: unknown, __: string, facts?: object) => void warned.push(facts) },
    openArtifacts: ({ runId }: { runId: string }) => {
      opened.push(runId);
      const found = artifacts[Number(runId)] ?? [];
      return Array.isArray(found) ? openMemorySource(found) : found;
    },
  };
  const collect = () => collectControls(ports, repository, settled, new AbortController().signal);
  const list = (): GateEntry[] => ledger.listGateEntries(repository.id, 0);
  return { collect, ledger, list, opened, settled, warned };
}

test('what the shards of a nightly run found is kept once, under the run that GitHub names', async () => {
  const own = { run: 'anything' };
  const stage = open([makeRun(5)], {
    5: [
      pack(makeControl(0, { shard: 0 }, own), 0),
      pack(makeControl(0, { shard: 0, isProven: false }, own), 1),
      {
        ...pack(makeControl(0), 0),
        stored: { name: 'perigee-sync-shard-1-of-1-attempt-1', id: '1', bytes: 9 },
      },
    ],
  });
  await stage.collect();
  await stage.collect();
  expect(stage.list()).toMatchObject([
    { run: '5', control: { shard: 0, isProven: true } },
    { run: '5', control: { shard: 1, isProven: false } },
  ]);
  expect(stage.opened).toEqual(['5']);
  expect(stage.warned).toEqual([]);
});

test('after a start a run that is on the record is not read again, one that was run again is', async () => {
  const stage = open([makeRun(5), makeRun(6, { attempt: 2 })], {
    6: [
      pack(makeControl(0, { isProven: false }), 0, 1),
      pack(makeControl(0, { isProven: true, by: 0.3 }), 0, 2),
    ],
  });
  stage.ledger.noteControl(repository.id, makeControl(0, {}, { run: '5' }));
  stage.ledger.noteControl(repository.id, makeControl(0, { isProven: false }, { run: '6' }));
  await stage.collect();
  expect(stage.opened).toEqual(['6']);
  expect(stage.list().find(({ run }) => run === '6')?.control).toMatchObject({ by: 0.3 });
});

test('what is no control of that commit is told and left out, and not asked for again', async () => {
  const stage = open([makeRun(5), makeRun(6), makeRun(7), makeRun(8)], {
    5: [pack('{')],
    6: [pack(makeControl(0, {}, { commit: 'b'.repeat(40) }))],
    7: [pack({ ...makeControl(0), control: undefined, kind: 'judged' })],
    8: [pack('x'.repeat(1_000_001))],
  });
  await stage.collect();
  await stage.collect();
  expect(stage.list()).toEqual([]);
  expect(stage.warned).toHaveLength(4);
});

test('a run whose artifacts are out of reach is asked for again', async () => {
  const away: ArtifactSource = {
    ...{ kind: 'github', read: async () => new Map() },
    list: async () => {
      throw new ArtifactsUnavailable({ seen: 'GitHub does not answer' });
    },
  };
  const stage = open([makeRun(5)], { 5: away });
  await stage.collect();
  await stage.collect();
  expect(stage.opened).toEqual(['5', '5']);
});

test('what is older than two weeks is left alone', async () => {
  const stage = open([makeRun(5, { createdAtMs: startMs - 14 * dayMs })], {});
  await stage.collect();
  expect(stage.opened).toEqual([]);
});
