import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Execution, ExecutionRequest } from '../../src/contract/execution.ts';
import { chooseTier } from '../../src/profile/portable/choose-tier.ts';
import type { Tier } from '../../src/profile/means.ts';
import { createExecute } from '../../src/profile/create-execute.ts';
import { builtOrSource } from '../servers/built-or-source.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));
const sdk = builtOrSource('dist/sdk.js', 'src/profile/sdk.ts');

const deepest = chooseTier(process);

/** Of a table of spans that counts nothing. */
export const noCounters = {
  read: () => ({ 'cpu.total': 1 }),
  memory: { sample: () => undefined, openSpan: () => ({ bytes: 1 }), close: () => 1 },
  lost: new Set<string>(),
  switches: { read: () => undefined },
};

/**
 * Runs one command in a folder of its own and cleans up.
 * @param atMost of what this system has
 */
export async function executeHere(
  atMost: Tier,
  command: readonly string[],
  { countCallsWith, ...more }: Partial<ExecutionRequest> & { countCallsWith?: string[] } = {},
): Promise<Execution & { log: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'perigee-test-'));
  const profiling = await createExecute(deepest === 'portable' ? deepest : atMost);
  if (countCallsWith !== undefined) profiling.countCallsWith(countCallsWith);
  const logFile = join(folder, 'log');
  try {
    const execution = await profiling.execute({
      command,
      directory: folder,
      environment: {
        PATH: process.env['PATH'] ?? '',
        PYTHONPATH: join(root, 'sdk/python'),
        PYTHONDONTWRITEBYTECODE: '1',
      },
      timeoutMs: 300_000,
      logFile,
      services: [],
      signal: new AbortController().signal,
      ...more,
    });
    return { ...execution, log: readIfThere(logFile) };
  } finally {
    await profiling.close();
    rmSync(folder, { recursive: true });
  }
}

export function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** A Node program that has `profile`, `annotate` and `record`. */
export function nodeProgram(body: string): string[] {
  const program = `import { profile, annotate, record } from ${JSON.stringify(sdk)};\n${body}`;
  return [process.execPath, '--input-type=module', '--eval', program];
}

/** A Python program that has `profile`, `annotate` and `record`. */
export function pythonProgram(...lines: string[]): string[] {
  return ['python3', '-c', ['from perigee import profile, annotate, record', ...lines].join('\n')];
}

/** Runs a Node program that has `profile`, `annotate` and `record`, without counters. */
export const runNode = (body: string) => executeHere(0, nodeProgram(body));

/** The same in Python. */
export const runPython = (...lines: string[]) => executeHere(0, pythonProgram(...lines));

/** The interpreter itself: a shim would be counted too. */
export function findPython(): string {
  const asked = ['-c', 'import sys; print(sys.executable)'];
  return spawnSync('python3', asked, { encoding: 'utf8' }).stdout.trim();
}

export function findSpan(execution: Execution, name: string) {
  const span = execution.spans.find((candidate) => candidate.span === name);
  if (span === undefined) throw new Error(`no span "${name}" in ${JSON.stringify(execution)}`);
  return span;
}

export { isRunning } from '../is-running.ts';
