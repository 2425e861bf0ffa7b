import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cpus } from 'node:os';

/** A way to start a test that may make its runs more alike. What it does ends with the test. */
export interface Intervention {
  name: string;
  /** What stands before the command of the test. */
  prefix: readonly string[];
  /** What a reader must know before they use it. */
  warning?: string;
}

export interface Offered {
  offered: Intervention[];
  /** What this host does not offer, and why. */
  refused: { name: string; why: string }[];
}

const memory = '/dev/shm';

/** Tries each once with a program that does nothing. The last combines those that need no warning. */
export function probeInterventions(): Offered {
  const last = String(cpus().length - 1);
  const single: Intervention[] = [
    {
      name: 'one CPU, the last',
      prefix: ['taskset', '--cpu-list', last],
      warning: 'a test that computes on several CPUs becomes slower',
    },
    { name: 'priority', prefix: ['nice', '-n', '-20'] },
    { name: 'batch scheduling', prefix: ['chrt', '--batch', '0'] },
    { name: 'fixed addresses', prefix: ['setarch', '--addr-no-randomize'] },
    {
      name: 'temporary files in memory',
      prefix: ['env', `TMPDIR=${memory}`],
      warning: 'it hides what flushing to the disk costs',
    },
    {
      name: 'one thread for files in Node',
      prefix: ['env', 'UV_THREADPOOL_SIZE=1'],
      warning: 'files are read one after the other',
    },
    { name: 'one arena for malloc', prefix: ['env', 'MALLOC_ARENA_MAX=1'] },
  ];
  const offered: Intervention[] = [];
  const refused: Offered['refused'] = [];
  for (const each of single) {
    const why = tryOnce(each);
    if (why === undefined) offered.push(each);
    else refused.push({ name: each.name, why });
  }
  const together = offered.filter(({ warning }) => warning === undefined);
  if (together.length > 1) {
    offered.push({
      name: 'all without a warning',
      prefix: together.flatMap(({ prefix }) => prefix),
    });
  }
  return { offered, refused };
}

/** @returns why it does not work here; undefined where it does */
function tryOnce({ prefix }: Intervention): string | undefined {
  if (prefix.includes(`TMPDIR=${memory}`) && !existsSync(memory)) return `there is no ${memory}`;
  const [program = '', ...args] = prefix;
  const { error, status, stderr } = spawnSync(program, [...args, 'true'], { encoding: 'utf8' });
  if (error !== undefined) return `${program} is not installed`;
  // nice starts the program all the same, and says that it could not.
  const said = stderr.trim().split('\n')[0] ?? '';
  return status === 0 && said === '' ? undefined : said || `${program} ended with ${status}`;
}
