import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { findCommandLine } from '../../servers/built-or-source.ts';

const program = findCommandLine();

export interface Ended {
  status: number;
  stdout: string;
  stderr: string;
}

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
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number]>,
  ]);
  return { status, stdout, stderr };
}
