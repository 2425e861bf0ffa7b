import { rmSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { countThings } from '../../contract/count-things.ts';
import { shortenCommit } from '../../contract/commit.ts';
import type { ArtifactReference } from '../../contract/documents.ts';
import { exitCode, type ExitCode, UserError } from '../../contract/user-error.ts';
import { makePlain } from '../../report/plain-text.ts';
import { packArtifact, type PackedArtifact } from '../../transport/artifacts/pack-artifact.ts';
import { type BuildkiteBuild, readBuild } from '../../pipeline/buildkite/read-build.ts';
import { artifactsOf, forgetOtherBuilds } from '../forget-other-builds.ts';
import { findRun, runFiles } from '../run-folder.ts';
import { findRoot, isInside } from '../workplace.ts';
import { end } from '../end-with.ts';
import type { BuildOrigin } from '../../transport/artifacts/describe-shard.ts';
import { nameRepository } from '../name-repository.ts';

interface PackOptions {
  /** A folder. */
  into?: string;
  /** The CI's own id of it. */
  build?: string;
  /** `owner/name` */
  repository?: string;
  store?: 'github' | 'buildkite' | 'directory';
}

export function declareCommand(command: Command): void {
  command
    .argument('[run]', 'its id or folder (default: the newest)')
    .option('--into <folder>', 'folder to write to (default: .perigee/artifacts)')
    .option(
      '--build <id>',
      'id of the build in the CI (default on Buildkite: the build of this job)',
    )
    .option(
      '--repository <owner/name>',
      'repository of the build (default: from the CI or `origin`)',
    )
    .addOption(
      new Option(
        '--store <kind>',
        'where it will be uploaded (default on Buildkite: buildkite)',
      ).choices(['github', 'buildkite', 'directory']),
    )
    .action((run: string | undefined, options: PackOptions) => end(packRun(run, options)));
}

/**
 * `perigee pack`: makes the artifact of a shard from a run, for a CI to upload. The bot, or the service, takes
 * it in from there.
 */
async function packRun(named: string | undefined, options: PackOptions): Promise<ExitCode> {
  const root = findRoot(process.cwd());
  const runFolder = findRun(root, named, runFiles.record);
  const ci = options.build === undefined ? readBuild(process.env) : undefined;
  const { store, ...build } = nameOrigin(root, options, ci);
  const usual = artifactsOf(root);
  const into = options.into === undefined ? usual : resolve(options.into);
  const now = new Date().toISOString();
  const packed = await packArtifact({ runFolder, into, build, store, now });
  if (ci !== undefined) refuseOther(packed, ci);
  // An agent that keeps its checkout would upload them once more.
  if (into === usual) {
    forgetOtherBuilds(usual, { runId: build.runId, attempt: packed.record.shard.attempt });
  }
  const shown = isInside(root, into) ? relative(root, into) : into;
  process.stdout.write(renderPacked(packed, shown, store));
  return exitCode.nothingRegressed;
}

/** An earlier job's files on this machine would stand for what this one has measured. */
function refuseOther(
  { folder, record }: PackedArtifact,
  { attempt, commit }: BuildkiteBuild,
): void {
  const { after, id, shard } = record;
  const problem =
    commit !== undefined && after.commit !== commit
      ? `commit ${shortenCommit(after.commit)}, and this build is of ${shortenCommit(commit)}`
      : shard.attempt !== attempt
        ? `attempt ${shard.attempt}, and this job is attempt ${attempt}`
        : undefined;
  if (problem === undefined) return;
  rmSync(folder, { recursive: true, force: true });
  throw new UserError({
    where: id,
    seen: `this run is of ${problem}`,
    expected: 'what this very job has measured',
    remedy: 'let `perigee run` come before `perigee pack` in the same step',
    exitCode: exitCode.couldNotMeasure,
  });
}

/** @param into as seen from the root of the repository */
function renderPacked(
  { bytes, event, files, name, record }: PackedArtifact,
  into: string,
  store: ArtifactReference['store'],
): string {
  const { build } = event;
  const { index, total, attempt } = record.shard;
  const size = `${countThings(files.length, 'file')}, ${bytes.toLocaleString('en-US')} bytes`;
  const lines = [
    `run ${record.id} packed as shard ${index + 1} of ${total}, attempt ${attempt}, of suite ${record.suite}`,
    `  build:  ${build.runId} of ${build.repository}`,
    `  upload: ${join(into, name)} with all that is in it (${size})`,
    ...(store === 'buildkite' ? [`  step:   artifact_paths: ${join(into, '*', '*')}`] : []),
  ];
  return lines.map((line) => `${makePlain(line)}\n`).join('');
}

/** Which build an artifact is of, and where it is going to be. */
interface ArtifactOrigin extends BuildOrigin {
  store: ArtifactReference['store'];
}

/**
 * The options win over the CI.
 * @param root of the user's repository
 * @param ci the build that this job belongs to
 * @throws UserError when neither says it
 */
function nameOrigin(
  root: string,
  options: PackOptions,
  ci: BuildkiteBuild | undefined,
): ArtifactOrigin {
  const runId = options.build ?? ci?.runId;
  const store = options.store ?? (ci === undefined ? undefined : 'buildkite');
  if (runId === undefined || store === undefined) throw refuseUnnamed(runId, store);
  if (runId.length === 0 || runId.length > longestRunId) {
    throw new UserError({
      where: '--build',
      seen: `a name of ${runId.length} characters`,
      expected: `the CI's own id of the build, of 1 to ${longestRunId} characters`,
    });
  }
  return { repository: nameRepository(root, options.repository ?? ci?.repository), runId, store };
}

/** As the schema of events has it. */
const longestRunId = 200;

function refuseUnnamed(runId: string | undefined, store: string | undefined): UserError {
  const missing = [
    ...(runId === undefined ? ['--build <id>'] : []),
    ...(store === undefined ? ['--store github, buildkite or directory'] : []),
  ];
  return new UserError({
    where: missing.map((option) => option.split(' ')[0]).join(', '),
    seen: 'nothing says which build this run is of: this is no job of Buildkite',
    expected: 'the build as its CI knows it, and where its artifacts are kept',
    remedy: `in a container of such a job, pass on its variables (the docker plugin does with propagate-environment: true); elsewhere add ${missing.join(' and ')}; to hand a run to the service directly: perigee publish`,
  });
}
