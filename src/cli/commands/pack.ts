import { countThings } from '../../contract/count-things.ts';
import { shortenCommit } from '../../contract/commit.ts';
import { rmSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import type { ArtifactReference } from '../../contract/documents.ts';
import { exitCode, UserError, type ExitCode } from '../../contract/user-error.ts';
import { makePlain } from '../../report/plain-text.ts';
import { packArtifact, type PackedArtifact } from '../../transport/artifacts/pack-artifact.ts';
import { type BuildkiteBuild, readBuild } from '../../pipeline/buildkite/read-build.ts';
import { artifactsOf, forgetOtherBuilds } from '../forget-other-builds.ts';
import { nameOrigin } from '../name-origin.ts';
import type { PackOptions } from '../options.ts';
import { findRun, runFiles } from '../run-folder.ts';
import { findRoot } from '../workplace.ts';

/**
 * `perigee pack`: makes the artifact of a shard from a run, for a CI to upload. The bot, or the service, takes
 * it in from there.
 */
export async function packRun(named: string | undefined, options: PackOptions): Promise<ExitCode> {
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
  const shown = into.startsWith(`${root}/`) ? relative(root, into) : into;
  process.stdout.write(tell(packed, shown, store));
  return exitCode.nothingRegressed;
}

/** What an earlier job left on this machine would stand for what this one has measured. */
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
function tell(
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
