import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BuildEvent } from '../contract/documents.ts';
import { UserError } from '../contract/user-error.ts';
import { parseDocument } from '../contract/validate.ts';
import { refuseLinks, stateFolder } from '../runner/worktrees/state-directory.ts';
import { artifactFiles } from '../transport/artifacts/artifact-limits.ts';

/** Distinguishes a job that measures a build: its build, and how often it was begun. */
export interface OwnBuild {
  runId: string;
  attempt: number;
}

/** The default folder of artifacts. */
/** @throws UserError when it is behind a link: what lies there would be deleted */
export function artifactsOf(root: string): string {
  const folder = join(root, stateFolder, 'artifacts');
  refuseLinks(root, folder);
  return folder;
}

/**
 * Takes the artifacts of other builds, and of other attempts of this one, out of a folder. What is no artifact
 * stays.
 */
export function forgetOtherBuilds(folder: string, own: OwnBuild): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const artifact = join(folder, name);
    const event = readEvent(artifact);
    if (event === undefined || isOfSame(event, own)) continue;
    rmSync(artifact, { recursive: true, force: true });
  }
}

function isOfSame({ build, shard }: BuildEvent, own: OwnBuild): boolean {
  return build.runId === own.runId && shard?.attempt === own.attempt;
}

function readEvent(artifact: string): BuildEvent | undefined {
  const file = join(artifact, artifactFiles.event);
  if (!existsSync(file)) return undefined;
  try {
    return parseDocument('build-event', readFileSync(file, 'utf8'), file);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return undefined;
  }
}
