import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from './tracked-files.ts';

/**
 * Runs a script of ours (`scripts/…`) or of an installed package on this Node, and gives what is
 * worth knowing of its success: nothing.
 * @throws Error with all it printed, when it ends with anything but 0
 */
export async function runTool(script: string, args: readonly string[]): Promise<string> {
  const path = script.startsWith('scripts/') ? script : join('node_modules', script);
  const child = spawn(process.execPath, [join(root, path), ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => printed.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => printed.push(chunk));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  if (code === 0) return '';
  const text = Buffer.concat(printed).toString();
  throw new Error(text.trim() === '' ? `${script} ended with ${code}` : text);
}
