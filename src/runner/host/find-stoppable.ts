import { matchesName } from '../../contract/name-pattern.ts';
import { listAncestors, listProcesses, type SeenProcess } from './list-processes.ts';

/** /proc shows so many characters of a name. */
const shown = 15;

/**
 * The programs of these names that run and may be stopped: none that Perigee was started by, none that is stopped.
 * @param names `*` matches any text
 * @returns those that belong to another user by name
 */
export function findStoppable(names: readonly string[]): {
  found: SeenProcess[];
  refused: string[];
} {
  const spared = listAncestors(process.pid);
  const matching = listProcesses().filter(
    ({ name, pid, state }) =>
      !spared.has(pid) && pid > 1 && state !== 'T' && names.some((one) => isNamed(one, name)),
  );
  const found = matching.filter(({ pid }) => maySignal(pid));
  const refused = matching.filter((one) => !found.includes(one)).map(({ name }) => name);
  return { found, refused: [...new Set(refused)] };
}

function isNamed(pattern: string, name: string): boolean {
  const cut = pattern.includes('*') ? pattern : pattern.slice(0, shown);
  return matchesName(cut, name);
}

function maySignal(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
