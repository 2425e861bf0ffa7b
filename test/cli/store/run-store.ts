import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { findCommandLine } from '../../servers/built-or-source.ts';

const program = findCommandLine();

export interface Ended {
  status: number;
  stdout: string;
  stderr: string;
}

/** Nothing of the tests but where programs are, and what Node has compiled of this one. */
export const bareEnvironment: Record<string, string> = {
  PATH: process.env['PATH'] ?? '',
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
};

/** Runs `perigee store …` as a person does. */
export function runStore(
  folder: string,
  args: readonly string[],
  environment: Record<string, string> = {},
): Promise<Ended> {
  return runProgram(folder, ['store', ...args], environment);
}

/** Runs `perigee …`. */
export async function runProgram(
  folder: string,
  args: readonly string[],
  environment: Record<string, string> = {},
): Promise<Ended> {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: folder,
    env: { ...bareEnvironment, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number]>,
  ]);
  return { status, stdout, stderr };
}

/** The same for a test with which nothing else has to go on meanwhile. */
export function runProgramSync(
  folder: string,
  args: readonly string[],
  environment: Record<string, string> = {},
): Ended {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    ...{ cwd: folder, encoding: 'utf8' },
    env: { ...bareEnvironment, ...environment },
  });
  return { status: status ?? -1, stdout, stderr };
}
