import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunRecord } from '../../../src/contract/documents.ts';
import { packArtifact } from '../../../src/transport/artifacts/pack-artifact.ts';
import { makeZip } from '../../transport/artifacts/make-zip.ts';

/** The files of an artifact, by name. Whoever can upload can change them. */
export type ArtifactContent = Map<string, Buffer>;

/** An artifact as a job uploads it: packed by the code of the action, and served as one zip file. */
export async function packShard(
  record: RunRecord,
  build: { repository: string; runId: string },
  change: (content: ArtifactContent) => void = () => undefined,
): Promise<{ name: string; zip: Buffer }> {
  const runFolder = await mkdtemp(join(tmpdir(), 'perigee-shard-'));
  try {
    await writeFile(join(runFolder, 'run-record.json'), JSON.stringify(record));
    const { files, folder, name } = await packArtifact({
      ...{ runFolder, into: join(runFolder, 'artifacts'), build },
      ...{ store: 'github', now: '2026-11-21T08:10:00Z' },
    });
    const content: ArtifactContent = new Map();
    for (const file of files) content.set(file.name, await readFile(join(folder, file.name)));
    change(content);
    const entries = [...content].map(([file, bytes]) => ({ name: file, content: bytes }));
    return { name, zip: makeZip(entries) };
  } finally {
    await rm(runFolder, { recursive: true, force: true });
  }
}
