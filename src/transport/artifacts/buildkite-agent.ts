import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { exitCode, UserError } from '../../contract/user-error.ts';
import type { Agent } from '../buildkite/agent.ts';
import { type ArtifactLimits, artifactLimits } from './artifact-limits.ts';
import { ArtifactRefused, type ArtifactStore, ArtifactsUnavailable } from './artifact-store.ts';
import { describeFolder, groupFiles, refuseStrange } from './buildkite-files.ts';
import { openDirectoryStore } from './directory.ts';
import { refuseTooLarge } from './read-zip.ts';

export interface AgentStoreOptions {
  agent: Agent;
  /** BUILDKITE_BUILD_ID. */
  buildId: string;
  /** Key of the step whose jobs left the artifacts; without it, those of all steps. */
  step?: string;
  /** The folder for downloads while they are read. */
  temporaryFolder: string;
}

/** The agent retries by itself. */
const deadlinesMs = { upload: 300_000, list: 60_000, read: 120_000 };

/** A file of a shard's artifact: no other name is asked for, so that no download leaves its folder. */
const pathOfFile = /^(perigee-[A-Za-z0-9._-]{1,150})\/([a-z0-9][a-z0-9.-]{0,99})$/;
const lineOfFile =
  /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}) (\d{1,15}) ([0-9a-f]{40})? ?(.+)$/;

interface ListedFile {
  job: string;
  folder: string;
  name: string;
  bytes: number;
  sha1: string | undefined;
}

/**
 * The artifacts of a build, by the agent of one of its jobs. A job that was retried is left out: what its last
 * attempt did not leave is missing.
 */
export function openAgentStore(
  { agent, buildId, step, temporaryFolder }: AgentStoreOptions,
  limits: ArtifactLimits = artifactLimits,
): ArtifactStore {
  let listed = new Map<string, ListedFile[]>();
  return {
    kind: 'buildkite',
    upload: async ({ bytes, folder, name }) => {
      await uploadFolder(agent, folder);
      return { name, id: name, bytes };
    },
    list: async () => {
      const options = ['--build', buildId, ...(step === undefined ? [] : ['--step', step])];
      const query = ['--allow-empty-results', '--format', '%j %s %S %p\n', 'perigee-*-shard-*/*'];
      const args = ['artifact', 'search', ...options, ...query];
      const printed = await agent
        .run(args, { deadlineMs: deadlinesMs.list })
        .catch((error: unknown) => {
          throw reportUnlisted(error);
        });
      listed = groupFiles(printed.split('\n').flatMap(parseLine));
      return [...listed].map(([id, files]) => describeFolder(id, files));
    },
    read: async (stored, wanted) => {
      const files = listed.get(stored.id) ?? [];
      refuseStrange(files, limits);
      const asked = files.filter(({ name }) => wanted.includes(name));
      for (const file of asked) refuseTooLarge(file, limits);
      const into = await mkdtemp(join(temporaryFolder, 'perigee-artifact-'));
      try {
        for (const { folder, job, name } of asked) {
          const options = ['--build', buildId, '--step', job];
          const args = ['artifact', 'download', ...options, `${folder}/${name}`, into + sep];
          await agent.run(args, { deadlineMs: deadlinesMs.read }).catch((cause: unknown) => {
            const message = `it could not be downloaded: ${(cause as Error).message}`;
            throw new ArtifactRefused('artifact-unreachable', message, { cause });
          });
        }
        const names = asked.map(({ name }) => name);
        const contents = await openDirectoryStore(into, { limits }).read(stored, names);
        for (const file of asked) refuseOther(file, contents.get(file.name));
        return contents;
      } finally {
        await rm(into, { recursive: true, force: true });
      }
    },
  };
}

/**
 * Uploads the files of a folder under the name of that folder.
 * @throws UserError when the agent could not
 */
export async function uploadFolder(agent: Agent, folder: string): Promise<void> {
  const args = ['artifact', 'upload', `${basename(folder)}/*`];
  const call = { folder: dirname(folder), deadlineMs: deadlinesMs.upload };
  await agent.run(args, call).catch((cause: unknown) => {
    throw new UserError({
      where: basename(folder),
      seen: `the agent could not upload it: ${(cause as Error).message}`,
      expected: 'Buildkite, or the storage that the agent is set up with, to take it',
      remedy: 'retry the job',
      exitCode: exitCode.couldNotMeasure,
      cause,
    });
  });
}

/** Nothing for what is no file of a shard's artifact. */
function parseLine(line: string): ListedFile[] {
  const [, job = '', bytes, sha1, path = ''] = lineOfFile.exec(line) ?? [];
  const [, folder = '', name = ''] = pathOfFile.exec(path) ?? [];
  return folder === '' ? [] : [{ job, folder, name, bytes: Number(bytes), sha1 }];
}

function refuseOther({ name, sha1 }: ListedFile, content: Buffer | undefined): void {
  if (content === undefined) {
    throw new ArtifactRefused('artifact-unreachable', `its ${name} was not downloaded`);
  }
  if (sha1 === undefined || createHash('sha1').update(content).digest('hex') === sha1) return;
  const message = `the ${name} that was downloaded has not the digest ${sha1} that Buildkite has for it`;
  throw new ArtifactRefused('artifact-digest-mismatch', message);
}

function reportUnlisted(cause: unknown): ArtifactsUnavailable {
  return new ArtifactsUnavailable({
    where: 'artifacts of this build',
    seen: `they cannot be listed: ${(cause as Error).message}`,
    expected: 'the artifacts that the shards uploaded',
    remedy: 'retry the job',
    exitCode: exitCode.couldNotMeasure,
    cause,
  });
}
