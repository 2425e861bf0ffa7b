import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const program = join(import.meta.dirname, '../../../src/cli/main.ts');

/** Runs `perigee store …` as a person does. */
export async function runStore(
  folder: string,
  args: readonly string[],
  environment: Record<string, string> = {},
): Promise<{ status: number; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [program, 'store', ...args], {
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
