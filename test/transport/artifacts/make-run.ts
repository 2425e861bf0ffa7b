import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll } from 'vitest';
import type { RunRecord } from '../../../src/contract/documents.ts';
import { parseDocument } from '../../../src/contract/validate.ts';
import {
  packArtifact,
  type PackedArtifact,
} from '../../../src/transport/artifacts/pack-artifact.ts';
import { readExample } from '../../contract/corpus.ts';

export const origin = { repository: 'acme/sync', runId: '812' };
export const now = '2026-11-21T06:00:00Z';

const made: string[] = [];

afterAll(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** It is gone when the tests of the file have ended. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'perigee-transport-'));
  made.push(folder);
  return folder;
}

export function makeRecord(changes: Partial<RunRecord> = {}): RunRecord {
  const text = readExample('run-record', 'valid', 'complete');
  return { ...parseDocument('run-record', text, 'the example'), ...changes };
}

/** A run's folder as the runner leaves it. */
export function makeRun(
  record: RunRecord,
  logs: Record<string, string | Buffer> = { 'logs/01-upload/before-000.log': 'uploaded\n' },
): string {
  const folder = makeFolder();
  writeFileSync(join(folder, 'run-record.json'), `${JSON.stringify(record)}\n`);
  for (const [name, content] of Object.entries(logs)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

/** The artifact of one shard. */
export async function packShard(
  index: number,
  total: number,
  attempt: number,
  suite = 'sync',
): Promise<PackedArtifact> {
  const record = makeRecord({ suite, shard: { index, total, attempt } });
  const runFolder = makeRun(record);
  return packArtifact({ runFolder, into: makeFolder(), build: origin, store: 'github', now });
}
