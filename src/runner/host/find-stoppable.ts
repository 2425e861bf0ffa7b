import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { matchesName } from '../../contract/name-pattern.ts';
import { listAncestors, listProcesses, type SeenProcess } from './list-processes.ts';

/** /proc shows so many characters of a name. */
const shown = 15;

/**
 * The programs of these names that run and may be stopped: none that Perigee was started by, none that is stopped.
 * @param names of programs, or as ps shows them; `*` matches any text
 * @returns those that belong to another user by name
 */
export function findStoppable(names: readonly string[]): {
  found: SeenProcess[];
  refused: string[];
} {
  const spared = listAncestors(process.pid);
  const matching = listProcesses().filter(
    ({ name, pid, state }) =>
      !spared.has(pid) && pid > 1 && state !== 'T' && isMeant(names, [name, readProgram(pid)]),
  );
  const found = matching.filter(({ pid }) => maySignal(pid));
  const refused = matching.filter((one) => !found.includes(one)).map(({ name }) => name);
  return { found, refused: [...new Set(refused)] };
}

function isMeant(patterns: readonly string[], names: readonly string[]): boolean {
  return patterns.some((pattern) => names.some((name) => isNamed(pattern, name)));
}

/** A program may call itself something else: Node from 24 on is `MainThread`. */
function readProgram(pid: number): string {
  try {
    const [program = ''] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return basename(program);
  } catch {
    return '';
  }
}

function isNamed(pattern: string, name: string): boolean {
  const isCut = name.length === shown && !pattern.includes('*');
  return matchesName(isCut ? pattern.slice(0, shown) : pattern, name);
}

function maySignal(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
