import type { EnterAt } from '../../contract/execution.ts';
import { findProgram, type Isolation, worksHere } from './isolation.ts';

/** Parameters: the mount program, the folder, where it is to stand, where in it to go, and what to go on with. */
const script = `
mount=$1
folder=$2
at=$3
directory=$4
shift 4
"$mount" --bind "$folder" "$at" || { echo "perigee: $folder could not be mounted at $at" >&2; exit 125; }
cd "$directory" || exit 125
exec "$@"
`;

/**
 * How a command sees its checkout at another path: in a mount namespace of its own, and without root in a user
 * namespace besides.
 * @returns undefined where this host allows neither
 */
export function findEnterAt(
  works: (isolation: Isolation) => boolean = worksHere,
): EnterAt | undefined {
  const isRoot = process.getuid?.() === 0;
  const isolation = isRoot ? 'mounts' : 'user';
  if (!works(isolation)) return undefined;
  return ({ at, directory, folder }, command) => {
    const unshare = findProgram('unshare');
    const go = ['/bin/sh', '-c', script, 'perigee', findProgram('mount'), folder, at, directory];
    if (isRoot) return [unshare, '--mount', '--propagation', 'private', '--', ...go, ...command];
    const [user, group] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
    const enter = [unshare, '--user', '--map-root-user', '--mount', '--'];
    const leave = [unshare, '--user', `--map-user=${user}`, `--map-group=${group}`, '--'];
    return [...enter, ...go, ...leave, ...command];
  };
}
