import { constants } from 'node:fs';
import { cp, lstat, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { exitCode, UserError } from '../../contract/user-error.ts';
import { type ArtifactLimits, artifactLimits } from './artifact-limits.ts';
import { ArtifactRefused, type ArtifactStore, type StoredArtifact } from './artifact-store.ts';
import { nameTaken } from './explain-upload.ts';
import { refuseUnexpectedName } from './read-zip.ts';

/**
 * Artifacts as folders of one folder: for one machine, for a shared disk, and for where artifacts are
 * carried by something else, which leaves one folder for each.
 */
export function openDirectoryStore(
  root: string,
  limits: ArtifactLimits = artifactLimits,
): ArtifactStore {
  return {
    kind: 'directory',
    upload: async ({ name, folder, bytes }) => {
      const target = join(root, name);
      const part = join(root, `.${name}.part`);
      await mkdir(root, { recursive: true });
      await rm(part, { recursive: true, force: true });
      await cp(folder, part, { recursive: true });
      await rename(part, target).catch(async (cause: unknown) => {
        await rm(part, { recursive: true, force: true });
        throw nameTaken(name, root, cause);
      });
      return { name, id: name, bytes };
    },
    list: () => listFolders(root),
    read: ({ name }, files) => readFolder(join(root, name), files, limits),
  };
}

async function listFolders(root: string): Promise<StoredArtifact[]> {
  const entries = await readdir(root, { withFileTypes: true }).catch((cause: unknown) => {
    throw new UserError({
      where: root,
      seen: 'the folder of the artifacts cannot be read',
      expected: 'one folder for each artifact in it',
      remedy: 'check the path, and that the artifacts were downloaded into it',
      exitCode: exitCode.couldNotMeasure,
      cause,
    });
  });
  const folders = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'));
  return Promise.all(
    folders.map(async ({ name }) => ({ name, id: name, bytes: await measure(join(root, name)) })),
  );
}

/** Of the files themselves: where a link leads to, and whether it does, is no matter of size. */
async function measure(folder: string): Promise<number> {
  let bytes = 0;
  for (const file of await readdir(folder)) bytes += (await lstat(join(folder, file))).size;
  return bytes;
}

async function readFolder(
  folder: string,
  wanted: readonly string[],
  limits: ArtifactLimits,
): Promise<Map<string, Buffer>> {
  const contents = new Map<string, Buffer>();
  const files = await readdir(folder).catch((cause: unknown) => {
    throw new ArtifactRefused('artifact-unreachable', 'its folder cannot be read', { cause });
  });
  if (files.length > limits.maxFiles) {
    throw new ArtifactRefused('artifact-too-large', `it has ${files.length} files`);
  }
  for (const file of files) {
    refuseUnexpectedName(file);
    if (!wanted.includes(file)) continue;
    contents.set(file, await readRegularFile(join(folder, file), file, limits.maxBytes));
  }
  return contents;
}

async function readRegularFile(path: string, name: string, maxBytes: number): Promise<Buffer> {
  // Without O_NONBLOCK a named pipe in the folder would hold us until somebody writes to it.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const handle = await open(path, flags).catch((cause: unknown) => {
    throw new ArtifactRefused('artifact-unexpected-content', `its file ${name} is not readable`, {
      cause,
    });
  });
  try {
    const facts = await handle.stat();
    if (!facts.isFile()) {
      const message = `its entry ${JSON.stringify(name)} is not a regular file`;
      throw new ArtifactRefused('artifact-unexpected-content', message);
    }
    if (facts.size > maxBytes) {
      throw new ArtifactRefused('artifact-too-large', `its file ${name} has ${facts.size} bytes`);
    }
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}
