import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { buildPlugin } from '../../../scripts/build-action.ts';
import { root } from '../../../scripts/checks/tracked-files.ts';
import { commitAll, gitIn } from '../../action/act/stage-repository.ts';

let bundle: Promise<string> | undefined;
afterAll(async () => {
  const made = bundle;
  // The next file of this process makes its own.
  bundle = undefined;
  if (made !== undefined) rmSync(await made, { recursive: true });
});

/**
 * The plugin as a mirror has it: a repository of its own, with the bundle that its sources make.
 * @returns what a pipeline names
 */
export async function stagePlugin(folder: string): Promise<string> {
  const place = join(folder, 'perigee-buildkite-plugin');
  mkdirSync(place);
  for (const part of ['hooks', 'perigee.bash', 'plugin.yml']) {
    cpSync(join(root, 'buildkite-plugin', part), join(place, part), { recursive: true });
  }
  cpSync(await bundlePlugin(), join(place, 'dist'), { recursive: true });
  const git = gitIn(place);
  git('init', '--quiet', '--initial-branch=main');
  commitAll(git, 'Mirror the plugin');
  return place;
}

/**
 * Makes the bundle, once for all tests of a file. Compressing keeps this process busy for seconds: connections that
 * are open meanwhile are closed by the other side.
 */
export function bundlePlugin(): Promise<string> {
  bundle ??= makeBundle();
  return bundle;
}

async function makeBundle(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'perigee-plugin-'));
  await buildPlugin(folder);
  return folder;
}
