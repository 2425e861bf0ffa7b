import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Counter } from '../../contract/counter.ts';
import { canPreload } from './preloaded-library.ts';
import { steadySettings, steadyVariables } from './steady-environment.ts';

export interface Valgrind extends Counter {
  path: string;
  /** Keeps the addresses of a program the same; empty if this host does not allow it. */
  fixed: readonly string[];
}

const inLibrary = [
  'random bytes of the system are the same (LD_PRELOAD)',
  'each block of memory costs the same (LD_PRELOAD)',
  'PYTHONMALLOC=malloc',
];

/** Python's own allocator depends on all that was freed before, too. */
const ofLibrary = { PYTHONMALLOC: 'malloc' };

/** @returns undefined where there is none that works */
export function findValgrind(): Valgrind | undefined {
  for (const folder of ['/usr/bin', '/usr/local/bin', '/snap/bin']) {
    const path = join(folder, 'valgrind');
    const asked = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 10_000 });
    if (asked.status !== 0) continue;
    const setarch = ['/usr/bin/setarch', '-R'];
    const tried = spawnSync('/usr/bin/setarch', ['-R', '/bin/true'], { timeout: 10_000 });
    const fixed = tried.status === 0 ? setarch : [];
    return {
      ...{ path, fixed, tool: `callgrind of ${asked.stdout.trim().slice(0, 100)}` },
      // Asked for where something is counted: whether the library can be loaded takes a compiler to know.
      get variables() {
        return { ...steadyVariables, ...(canPreload() ? ofLibrary : {}) };
      },
      get otherLayout() {
        return canPreload() ? { PERIGEE_LAYOUT: '1' } : undefined;
      },
      get settings() {
        return [
          ...(fixed.length === 0 ? [] : ['addresses are not random (setarch -R)']),
          ...(canPreload() ? inLibrary : []),
          ...steadySettings,
        ];
      },
    };
  }
  return undefined;
}

const installers = [
  ['/usr/bin/apt-get', ['apt-get', 'install', '-y', '--no-install-recommends', 'valgrind']],
  ['/usr/bin/dnf', ['dnf', 'install', '-y', 'valgrind']],
  ['/sbin/apk', ['apk', 'add', 'valgrind']],
  ['/usr/bin/zypper', ['zypper', 'install', '-y', 'valgrind']],
  ['/usr/bin/pacman', ['pacman', '-S', '--noconfirm', 'valgrind']],
] as const;

/** The command that installs valgrind with the package manager of this machine; undefined if Perigee knows none here. */
export function findInstaller(
  isThere: (path: string) => boolean = existsSync,
): readonly string[] | undefined {
  const [, command] = installers.find(([path]) => isThere(path)) ?? [];
  return command && ['sudo', ...command];
}
