import type { StarterPorts } from './findings.ts';
import { isIgnoredByGit, isThere, readIfThere } from './repository-files.ts';

interface Installer {
  install: string[];
  run: string;
  because: string;
  /** How to pin the versions, where there is no lock file. */
  unlocked?: string;
}

/** Which file says who installs, and how to install exactly what it lists, here and in another folder. */
const installers: readonly {
  lockFile: string;
  run: string;
  install: string[];
  inside(folder: string): string[];
}[] = [
  {
    ...{ lockFile: 'pnpm-lock.yaml', run: 'pnpm' },
    install: ['pnpm', 'install', '--frozen-lockfile'],
    inside: (folder) => [
      ...['pnpm', '--dir', folder, 'install', '--frozen-lockfile', '--ignore-workspace'],
    ],
  },
  {
    ...{ lockFile: 'yarn.lock', run: 'yarn', install: ['yarn', 'install', '--immutable'] },
    inside: (folder) => ['yarn', '--cwd', folder, 'install', '--immutable'],
  },
  ...['bun.lock', 'bun.lockb'].map((lockFile) => ({
    ...{ lockFile, run: 'bun', install: ['bun', 'install', '--frozen-lockfile'] },
    inside: (folder: string): string[] => ['bun', 'install', '--frozen-lockfile', '--cwd', folder],
  })),
  ...['npm-shrinkwrap.json', 'package-lock.json'].map((lockFile) => ({
    ...{ lockFile, run: 'npm', install: ['npm', 'ci'] },
    inside: (folder: string): string[] => ['npm', 'ci', '--prefix', folder],
  })),
];

/**
 * A lock file that git ignores is in no checkout, so it counts as none.
 * @param folder with a package of its own that is no member of the workspace
 */
export async function findInstaller(
  directory: string,
  ports: Pick<StarterPorts, 'run'>,
  folder?: string,
): Promise<Installer> {
  const at = folder === undefined ? '' : `${folder}/`;
  let found = 'no lock file was found';
  for (const { inside, install, lockFile, run } of installers) {
    const file = at + lockFile;
    if (!(await isThere(directory, file))) continue;
    if (!(await isIgnoredByGit(directory, file, ports))) {
      const command = folder === undefined ? install : inside(folder);
      return { install: command, run, because: `what ${file} lists` };
    }
    found = `git ignores ${file}`;
  }
  const because = `${found}: the sides may get different versions`;
  const install = ['npm', 'install', ...(folder === undefined ? [] : ['--prefix', folder])];
  const pin = `npm install --package-lock-only${folder === undefined ? '' : ` --prefix ${folder}`}`;
  return {
    ...{ install, run: 'npm', because: folder === undefined ? because : `in ${at} ${because}` },
    unlocked: `run \`${pin}\`, and commit ${at}package-lock.json`,
  };
}

/** Yarn puts no packages into folders, unless it is told to. */
export async function isPlugged(directory: string): Promise<boolean> {
  if (await isThere(directory, '.pnp.cjs')) return true;
  const lock = (await readIfThere(directory, 'yarn.lock', 50 * 2 ** 20)) ?? '';
  const settings = (await readIfThere(directory, '.yarnrc.yml')) ?? '';
  return /^__metadata:/m.test(lock) && !/^nodeLinker: *["']?(node-modules|pnpm)\b/m.test(settings);
}
