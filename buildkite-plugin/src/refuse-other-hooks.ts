import { join } from 'node:path';
import { UserError } from '../../src/contract/user-error.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Questions about the disk. */
export interface HookFiles {
  /** The real path of a file; undefined if there is none. */
  locate(path: string): string | undefined;
}

/**
 * An agent runs the command hook of each plugin, and its own and the repository's only if no plugin has one. So
 * beside another command hook the step's command would run twice, or not as its authors mean.
 * @param ownFolder of this plugin
 * @throws UserError when the step has a command, and a hook beside ours would run it
 */
export function refuseOtherHooks(
  environment: Environment,
  ownFolder: string,
  { locate }: HookFiles,
): void {
  if ((environment['BUILDKITE_COMMAND'] ?? '').trim() === '') return;
  const own = locate(join(ownFolder, 'hooks/command'));
  let isSeen = false;
  // The agent runs ours once for each time that the step names this plugin.
  const other = listHomes(environment).find(({ hooks }) => {
    const found = hookNames
      .map((name) => locate(join(hooks, name)))
      .find((one) => one !== undefined);
    if (found !== own) return found !== undefined;
    const isAgain = isSeen;
    isSeen = true;
    return isAgain;
  });
  if (other === undefined) return;
  throw new UserError({
    where: other.name,
    seen: 'it has a command hook, and this step has a command',
    expected: 'a step whose command the agent runs itself, or no command',
    remedy: 'give Perigee a step of its own, without a command',
  });
}

const hookNames = ['command', 'command.ps1'];

interface Home {
  name: string;
  /** The folder of its hooks. */
  hooks: string;
}

function listHomes(environment: Environment): Home[] {
  const read = (name: string): string => environment[`BUILDKITE_${name}`] ?? '';
  const checkout = read('BUILD_CHECKOUT_PATH');
  const plugins = join(read('PLUGINS_PATH'), read('AGENT_NAME'));
  return [
    ...listPlugins(read('PLUGINS')).map((name) => {
      const folder = name.startsWith('.')
        ? join(checkout, name)
        : join(plugins, nameFolder(name), findSubfolder(name));
      return { name: `plugin ${name}`, hooks: join(folder, 'hooks') };
    }),
    { name: 'the repository', hooks: join(checkout, '.buildkite/hooks') },
    ...(read('HOOKS_PATH') === '' ? [] : [{ name: 'this agent', hooks: read('HOOKS_PATH') }]),
  ];
}

/** The plugins of the step as the pipeline refers to them; none if the list is not one that an agent gives. */
function listPlugins(text: string): string[] {
  try {
    const list: unknown = JSON.parse(text);
    if (!Array.isArray(list)) return [];
    return list.flatMap((entry: unknown) => {
      if (typeof entry === 'string') return [entry];
      return typeof entry === 'object' && entry !== null ? Object.keys(entry) : [];
    });
  } catch {
    return [];
  }
}

/** The folder of a plugin in its repository: behind `.git`, and on two hosts behind the third part of the address. */
function findSubfolder(reference: string): string {
  const [address = ''] = reference.replace(/^[a-z+]+:\/\//i, '').split('#');
  const behindGit = /\.git\/(.+)$/.exec(address)?.[1];
  if (behindGit !== undefined) return behindGit;
  const [host = '', , , ...folders] = address.split('/');
  return /^(?:[^/@]*@)?(?:github\.com|bitbucket\.org)$/i.test(host) ? folders.join('/') : '';
}

/** The folder into which an agent clones a plugin. */
function nameFolder(reference: string): string {
  return reference
    .replace(/^[a-z+]+:\/\//i, '')
    .replace(/^[^/@]*@/, '')
    .replaceAll(/[^a-z0-9]+/gi, '-')
    .replaceAll(/^-|-$/g, '');
}
