import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ExecutionRequest } from '../../contract/execution.ts';
import { resolveCommand } from '../launch/resolve-command.ts';

/** The variables of a test that is counted; the runner joins them with its own. */
export const steadyVariables = {
  PYTHONHASHSEED: '0',
  PERL_HASH_SEED: '0',
  PERL_PERTURB_KEYS: '0',
  GOMAXPROCS: '1',
  GODEBUG: 'asyncpreemptoff=1',
  // One side may have compiled modules of the right time while the other compiles in each run: so the warm-up keeps them.
  PYTHONDONTWRITEBYTECODE: '',
  // It is of other flags than ours.
  NODE_DISABLE_COMPILE_CACHE: '1',
} as const;

/** V8 refuses them in NODE_OPTIONS. */
const nodeFlags = [
  ...['--hash-seed=1', '--random-seed=1', '--predictable', '--predictable-gc-schedule'],
  // With --predictable alone, how V8 compiles differs from run to run.
  ...['--single-threaded', '--no-concurrent-sweeping'],
  // Otherwise V8 writes down, with its digits, how long each small collection took.
  '--trace-gc-ignore-scavenger',
];

/** What makes a program run the same instructions each time, for the record. */
export const steadySettings: readonly string[] = [
  ...Object.entries(steadyVariables).map(([name, value]) => `${name}=${value}`),
  `node ${nodeFlags.join(' ')}`,
];

/** The environment of a test that is counted: its SDK knows that it is, and a `node` of ours comes before any other. */
export function makeSteady(
  { directory, environment: own }: ExecutionRequest,
  folder: string,
): Record<string, string> {
  const node = resolveCommand('node', directory, own);
  const told = { ...own, PERIGEE_COUNTED: '1' };
  if ('message' in node) return told;
  const bin = join(folder, 'bin');
  mkdirSync(bin, { recursive: true });
  const quoted = `'${node.path.replaceAll("'", String.raw`'\''`)}'`;
  writeFileSync(join(bin, 'node'), `#!/bin/sh\nexec ${quoted} ${nodeFlags.join(' ')} "$@"\n`);
  chmodSync(join(bin, 'node'), 0o755);
  return { ...told, PATH: `${bin}:${own['PATH'] ?? ''}` };
}
