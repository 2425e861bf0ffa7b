import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { buildAction, buildPlugin } from '../../../scripts/build-action.ts';
import { root } from '../../../scripts/checks/tracked-files.ts';
import { keep, placeOfKept } from '../../servers/built-or-source.ts';
import { commitAll, gitIn } from '../../action/act/stage-repository.ts';

/** All that the bundles are made of. */
const sources = [
  ...['action/src', 'buildkite-plugin/src', 'schemas', 'scripts', 'sdk', 'src'],
  ...['package.json', 'package-lock.json', 'tsconfig.json'],
];

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
  cpSync(await bundle('plugin'), join(place, 'dist'), { recursive: true });
  const git = gitIn(place);
  git('init', '--quiet', '--initial-branch=main');
  commitAll(git, 'Mirror the plugin');
  return place;
}

/**
 * What the sources make of the plugin or of the action, made once until they change. Compressing keeps this process
 * busy for seconds: connections that are open meanwhile are closed by the other side.
 */
export function bundle(name: 'action' | 'plugin'): Promise<string> {
  const place = placeOfKept(`bundles/${name}`, sources, process.version);
  return keep(place, name === 'plugin' ? buildPlugin : buildAction);
}
