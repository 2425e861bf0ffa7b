import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { BuildEvent, BuildKey, RunRecord } from '../../src/contract/documents.ts';
import { artifactFiles } from '../../src/transport/artifacts/artifact-limits.ts';
import { buildFolder } from '../../src/transport/artifacts/directory.ts';
import { describeShard } from '../../src/transport/artifacts/describe-shard.ts';
import { nameArtifact } from '../../src/transport/artifacts/name-artifact.ts';

/**
 * Leaves the artifact of a shard where the service looks for it, without logs.
 * @param damage what happens to the compressed record after its digest was taken
 */
export function storeShard(
  root: string,
  key: BuildKey,
  record: RunRecord,
  damage: (packed: Buffer) => Buffer = (packed) => packed,
): BuildEvent {
  const packed = gzipSync(JSON.stringify(record), { level: 1 });
  const sha256 = createHash('sha256').update(packed).digest('hex');
  const event = describeShard(
    record,
    key,
    { store: 'directory', sha256, bytes: packed.length },
    '2026-11-21T07:10:01Z',
  );
  const folder = join(buildFolder(root, key), nameArtifact(record.suite, record.shard));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, artifactFiles.record), damage(packed));
  writeFileSync(join(folder, artifactFiles.event), JSON.stringify(event));
  return event;
}
