import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';

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

export type RunProgram = (command: readonly string[]) => Promise<{ error?: string }>;

const longestMs = 300_000;

const runProgram: RunProgram = ([program = '', ...args]) =>
  new Promise((resolve) => {
    const options = { timeout: longestMs, maxBuffer: 2 ** 24, encoding: 'utf8' } as const;
    execFile(program, args, options, (error, stdout, stderr) => {
      const [line = ''] = `${stderr}\n${stdout}`
        .split('\n')
        .filter((one) => /^E:|error/i.test(one));
      if (error === null) resolve({});
      else resolve({ error: line === '' ? error.message : line });
    });
  });

/**
 * Installs valgrind without asking for a password.
 * @returns why it could not
 */
export async function installValgrind(
  command = findInstaller(),
  run = runProgram,
): Promise<string | undefined> {
  const [sudo, ...install] = command ?? [];
  if (sudo === undefined) return 'no package manager was found';
  const whole = [sudo, '-n', ...install];
  const first = await run(whole);
  if (first.error === undefined || install[0] !== 'apt-get') return first.error;
  // The lists of packages may be old, or not there.
  const updated = await run([sudo, '-n', 'apt-get', 'update']);
  return updated.error ?? (await run(whole)).error;
}
