import { spawnSync } from 'node:child_process';
import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { attempt } from '../../contract/attempt.ts';
import { exitCode, UserError } from '../../contract/user-error.ts';

/**
 * Hides folders from a test. `mounts`: a mount namespace, in which an empty folder lies over each; root can take it
 * away again. `user`: a user namespace besides, in which no one can, and in which no other process of the user can be
 * looked into. Programs such as sudo do not work in it.
 */
export type Isolation = 'mounts' | 'user';

export const isolationChoices = ['auto', 'strict', 'off'] as const;
/** `auto` takes what breaks no honest test; `strict` also what a test could notice. */
export type IsolationChoice = (typeof isolationChoices)[number];

/** Parameters: the mount program, how many folders, the folders, and what to go on with. */
const script = `
mount=$1
count=$2
shift 2
while [ "$count" -gt 0 ]; do
  "$mount" -t tmpfs -o ro,size=4k,mode=755 perigee "$1" || { echo visible >&3; exit 125; }
  shift
  count=$((count - 1))
done
exec "$@"
`;

/**
 * The isolation that this host allows, tried once.
 * @param works whether the host allows one
 * @throws UserError (could not measure) where `strict` is asked for and nothing works
 */
export function findIsolation(
  choice: IsolationChoice,
  works: (isolation: Isolation) => boolean = worksHere,
): Isolation | undefined {
  if (choice === 'off') return undefined;
  const isRoot = process.getuid?.() === 0;
  const wanted = choice === 'strict' ? 'user' : isRoot ? 'mounts' : undefined;
  if (wanted !== undefined && works(wanted)) return wanted;
  if (choice === 'auto') return undefined;
  throw new UserError({
    where: '--isolation strict',
    seen: 'this host does not let Perigee create a namespace for the tests',
    expected: isolationNeeds,
    remedy: isolationRemedy,
    exitCode: exitCode.couldNotMeasure,
  });
}

export const isolationNeeds = 'Linux with util-linux 2.36 or newer, and root or user namespaces';
export const isolationRemedy =
  'allow them, e.g. sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0 on Ubuntu; a container has to be started with --security-opt seccomp=unconfined or --cap-add SYS_ADMIN';

export function worksHere(isolation: Isolation): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'perigee-hidden-'));
  try {
    const [program = '', ...args] = isolate(isolation, [folder], ['/bin/sh', '-c', ':']);
    return spawnSync(program, args, { stdio: 'ignore', timeout: 10_000 }).status === 0;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * The command that runs another one where some folders are empty and cannot be written to. It becomes that
 * command: the process stays the same.
 * @param hidden absolute paths of folders that exist
 */
export function isolate(
  isolation: Isolation,
  hidden: readonly string[],
  command: readonly string[],
): string[] {
  // The PATH is that of the test, so it is not asked.
  const unshare = findProgram('unshare');
  const prepare = ['/bin/sh', '-c', script, 'perigee', findProgram('mount')];
  const hide = [...prepare, String(hidden.length), ...hidden];
  if (isolation === 'mounts') {
    return [unshare, '--mount', '--propagation', 'private', '--', ...hide, ...command];
  }
  const user = String(process.getuid?.() ?? 0);
  const group = String(process.getgid?.() ?? 0);
  const enter = [unshare, '--user', '--map-root-user', '--mount', '--'];
  const leave = [unshare, '--user', `--map-user=${user}`, `--map-group=${group}`, '--'];
  return [...enter, ...hide, ...leave, ...command];
}

/** @throws where it is not installed */
export function findProgram(name: string): string {
  const folders = ['/usr/bin', '/bin', '/usr/sbin', '/sbin'];
  const found = folders.map((folder) => join(folder, name)).find(isExecutable);
  if (found === undefined) throw new Error(`there is no ${name}`);
  return found;
}

function isExecutable(path: string): boolean {
  return attempt(() => {
    accessSync(path, constants.X_OK);
    return true;
  }, false);
}
