import { constants } from 'node:fs';
import { cp, lstat, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { exitCode, UserError } from '../../contract/user-error.ts';
import { type ArtifactLimits, artifactLimits } from './artifact-limits.ts';
import {
  ArtifactRefused,
  type ArtifactStore,
  type StoredArtifact,
  ArtifactsUnavailable,
  type RefusalCode,
} from './artifact-store.ts';
import { nameTaken } from './explain-upload.ts';
import { refuseUnexpectedName } from './read-zip.ts';
import { createHash } from 'node:crypto';

export interface DirectoryOptions {
  limits?: ArtifactLimits;
  /**
   * The folder of the artifacts of all builds, which has to be there. Where it is away, or empty as the place
   * of a disk that is not mounted, nothing can be said of a build whose folder is not in it.
   */
  below?: string;
}

/**
 * Artifacts as folders of one folder: for one machine, for a shared disk, and for where artifacts are
 * carried by something else, which leaves one folder for each.
 */
export function openDirectoryStore(root: string, options: DirectoryOptions = {}): ArtifactStore {
  const { limits = artifactLimits, below } = options;
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
    list: () => listFolders(root, below),
    read: ({ name }, files) => readFolder(join(root, name), files, limits),
  };
}

async function listFolders(root: string, below: string | undefined): Promise<StoredArtifact[]> {
  const entries = await readdir(root, { withFileTypes: true }).catch(async (cause: unknown) => {
    if (readErrorCode(cause) !== 'ENOENT') throw reportAway(root, cause);
    if (below !== undefined) await refuseAway(below);
    throw reportNoFolder(root, cause);
  });
  const folders = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'));
  return Promise.all(
    folders.map(async ({ name }) => ({ name, id: name, bytes: await measure(join(root, name)) })),
  );
}

async function refuseAway(folder: string): Promise<void> {
  const entries = await readdir(folder).catch((cause: unknown) => {
    throw reportAway(folder, cause);
  });
  if (entries.length === 0) throw reportAway(folder);
}

/** Size of the files themselves: targets of links do not count. */
async function measure(folder: string): Promise<number> {
  try {
    let bytes = 0;
    for (const file of await readdir(folder)) bytes += (await lstat(join(folder, file))).size;
    return bytes;
  } catch (cause) {
    throw reportAway(folder, cause);
  }
}

async function readFolder(
  folder: string,
  wanted: readonly string[],
  limits: ArtifactLimits,
): Promise<Map<string, Buffer>> {
  const contents = new Map<string, Buffer>();
  const files = await readdir(folder).catch((cause: unknown) => {
    const message = 'its folder cannot be read';
    throw explainUnread(folder, { code: 'artifact-unreachable', message }, cause);
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
  // Without O_NONBLOCK a named pipe in the folder would hold us until it is written to.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const handle = await open(path, flags).catch((cause: unknown) => {
    const message = `its file ${name} is not readable`;
    throw explainUnread(path, { code: 'artifact-unexpected-content', message }, cause);
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
    return await handle.readFile().catch((cause: unknown) => {
      throw reportAway(path, cause);
    });
  } finally {
    await handle.close();
  }
}

/** Faults of the entry itself. All else, such as EACCES, EIO and EMFILE, is of the machine. */
const faultsOfTheEntry: ReadonlySet<string> = new Set([
  ...['ENOENT', 'ENOTDIR', 'ELOOP', 'ENXIO', 'ENODEV', 'ENAMETOOLONG'],
]);

/** @returns the code of a failed system call, e.g. `ENOENT`; empty for any other error */
function readErrorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/**
 * @param path that could not be read
 * @param refusal of the artifact, where it is at fault
 * @returns ArtifactsUnavailable where the machine is at fault
 */
export function explainUnread(
  path: string,
  refusal: { code: RefusalCode; message: string },
  cause: unknown,
): Error {
  const { code, message } = refusal;
  if (faultsOfTheEntry.has(readErrorCode(cause)))
    return new ArtifactRefused(code, message, { cause });
  return reportAway(path, cause);
}

/** @param cause a failed system call, or nothing where the folder is empty */
function reportAway(path: string, cause?: unknown): ArtifactsUnavailable {
  const code = readErrorCode(cause);
  return new ArtifactsUnavailable({
    where: path,
    seen:
      cause === undefined
        ? 'the folder of all artifacts is empty'
        : `the artifacts are out of reach${code === '' ? '' : ` (${code})`}`,
    expected: 'a disk that is mounted, and the right to read it',
    remedy: 'mount it, or let the user of this process read it',
    exitCode: exitCode.couldNotMeasure,
    cause,
  });
}

function reportNoFolder(path: string, cause: unknown): UserError {
  return new UserError({
    where: path,
    seen: 'the folder of the artifacts cannot be read',
    expected: 'one folder for each artifact in it',
    remedy: 'check the path, and that the artifacts were downloaded into it',
    exitCode: exitCode.couldNotMeasure,
    cause,
  });
}

const longestPart = 80;

/**
 * The folder in which a directory store keeps the artifacts of one build: `<root>/<repository>/<run>`. Whatever the
 * names hold, it is a folder two levels below the root, and no two builds share one.
 */
export function buildFolder(
  root: string,
  { repository, runId }: { repository: string; runId: string },
): string {
  return join(root, namePart(repository), namePart(runId));
}

/** A name that had to be changed carries a digest: `a/b` and `a-b` must not become one. */
function namePart(text: string): string {
  const safe = text.replaceAll(/[^A-Za-z0-9._-]+/g, '-').slice(0, longestPart);
  if (safe === text && !/^\.*$/.test(safe)) return safe;
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 10);
  return `${safe.replace(/^\.+/, '')}-${digest}`;
}
