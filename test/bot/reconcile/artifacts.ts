/** What the jobs of a run upload, in memory. */
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { BuildEvent, RunRecord } from '../../../src/contract/documents.ts';
import { artifactFiles } from '../../../src/transport/artifacts/artifact-limits.ts';
import {
  ArtifactRefused,
  type ArtifactSource,
  type StoredArtifact,
} from '../../../src/transport/artifacts/artifact-store.ts';
import { describeShard } from '../../../src/transport/artifacts/describe-shard.ts';
import { nameArtifact } from '../../../src/transport/artifacts/name-artifact.ts';

export interface StoredFiles {
  stored: StoredArtifact;
  files: ReadonlyMap<string, Buffer>;
}

export interface UploadChanges {
  /** What the event in the artifact says instead. */
  event?: (event: BuildEvent) => BuildEvent;
  /** What is in the place of the compressed record; the event fits it. */
  packed?: Buffer;
  name?: string;
  bytes?: number;
  /** What lies beside the record as what was observed. */
  observation?: unknown;
}

let lastArtifact = 1000;

/** The artifact of a record, as a job uploads it. */
export function packRecord(
  record: RunRecord,
  build: { repository: string; runId: string },
  changes: UploadChanges = {},
): StoredFiles {
  const packed = changes.packed ?? gzipSync(JSON.stringify(record), { level: 1 });
  const sha256 = createHash('sha256').update(packed).digest('hex');
  const reference = { store: 'github', sha256, bytes: packed.length } as const;
  const event = describeShard(record, build, reference, '2026-11-21T08:10:00Z');
  const changed = changes.event?.(event) ?? event;
  lastArtifact += 1;
  return {
    stored: {
      name: changes.name ?? nameArtifact(record.suite, record.shard),
      id: String(lastArtifact),
      bytes: changes.bytes ?? packed.length,
    },
    files: new Map([
      [artifactFiles.record, packed],
      [artifactFiles.event, Buffer.from(JSON.stringify(changed))],
      ...(changes.observation === undefined
        ? []
        : [[artifactFiles.observation, gzipSync(JSON.stringify(changes.observation))] as const]),
    ]),
  };
}

export function openMemorySource(
  artifacts: readonly StoredFiles[],
  onRead: (name: string) => void = () => undefined,
): ArtifactSource {
  return {
    kind: 'github',
    list: async () => artifacts.map(({ stored }) => stored),
    read: async ({ id, name }, files) => {
      onRead(name);
      const found = artifacts.find(({ stored }) => stored.id === id);
      if (found === undefined) throw new ArtifactRefused('artifact-unreachable', 'it is gone');
      return new Map([...found.files].filter(([file]) => files.includes(file)));
    },
  };
}
