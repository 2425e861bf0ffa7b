import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import type { Execute, ExecutionRequest } from '../../contract/execution.ts';
import { readProfiles } from './read-profiles.ts';

/** Runtimes whose own profilers see what perf sees only as addresses. */
const withOwn = /^(node|python[\d.]*|pytest|npm|npx|pnpm|yarn|vitest|jest|mocha)$/;

/** Samples a second; prime, so that it does not fall in step with timers. */
const frequency = 997;

/**
 * Executes tests with the profilers that their runtimes offer: Node's, Python's, and for other programs perf where this
 * host permits it. They cost time, so what is measured with them is for a diagnosis alone.
 * @param home where Perigee's own package is: it has the hooks
 */
export function profileCode(execute: Execute, home: string): Execute {
  const perf = findPerf();
  return async (request) => {
    const folder = mkdtempSync(join(request.inside?.scratch ?? tmpdir(), 'perigee-profiles-'));
    try {
      const ended = await execute(addProfilers(request, { folder, home, perf }));
      writePerf(folder, perf);
      const functions = readProfiles(folder, request.inside?.root);
      return functions.length === 0 ? ended : { ...ended, functions };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };
}

interface Profilers {
  folder: string;
  home: string;
  perf: string | undefined;
}

function addProfilers(
  request: ExecutionRequest,
  { folder, home, perf }: Profilers,
): ExecutionRequest {
  const { environment, prefix = [] } = request;
  const python = join(folder, 'python');
  mkdirSync(python);
  copyFileSync(join(home, 'dist/profilers/python-hook.py'), join(python, 'sitecustomize.py'));
  const hook = JSON.stringify(join(home, 'dist/profilers/node-hook.cjs'));
  const unite = (parts: readonly (string | undefined)[], by: string): string =>
    parts.filter((part) => part !== undefined && part !== '').join(by);
  const isOther = !withOwn.test(basename(request.command[0] ?? ''));
  return {
    ...request,
    environment: {
      ...environment,
      PERIGEE_PROFILES: folder,
      NODE_OPTIONS: unite([environment['NODE_OPTIONS'], `--require ${hook}`], ' '),
      PYTHONPATH: unite([python, environment['PYTHONPATH']], delimiter),
    },
    ...(perf === undefined || !isOther ? {} : { prefix: [...record(perf, folder), ...prefix] }),
  };
}

function record(perf: string, folder: string): string[] {
  const sampling = ['--event', 'cpu-clock', '--freq', String(frequency)];
  return [perf, 'record', '--quiet', ...sampling, '--output', join(folder, 'perf.data'), '--'];
}

function findPerf(): string | undefined {
  const perf = '/usr/bin/perf';
  const folder = mkdtempSync(join(tmpdir(), 'perigee-perf-'));
  try {
    const args = [...record(perf, folder), 'true'];
    return spawnSync('env', args, { stdio: 'ignore' }).status === 0 ? perf : undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function writePerf(folder: string, perf: string | undefined): void {
  if (perf === undefined) return;
  const args = ['script', '--input', join(folder, 'perf.data'), '--fields', 'period,ip,sym,dso'];
  const { status, stdout } = spawnSync(perf, args, {
    ...{ encoding: 'utf8', maxBuffer: 2 ** 26 },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  if (status === 0) writeFileSync(join(folder, 'of.perf.txt'), stdout);
}
