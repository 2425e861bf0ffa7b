import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { UserError } from '../../contract/user-error.ts';
import { cutPlain } from '../../report/plain-text.ts';
import type { ToolCall } from '../../web/api/mcp/open-tool-server.ts';
import { home } from '../home.ts';

const longestLine = 300;
const mostLines = 20;

/**
 * Runs a command of Perigee with `--json` in a process of its own: its words are the progress, and to cancel is Ctrl-C.
 * @returns the document
 * @throws UserError in the words of the command where it gives none
 */
export async function runCommand(
  directory: string,
  args: readonly string[],
  { signal, tell }: Pick<ToolCall, 'signal' | 'tell'>,
): Promise<string> {
  signal.throwIfAborted();
  const child = spawn(process.execPath, [join(home, 'bin', 'perigee.mjs'), ...args], {
    ...{ cwd: directory, stdio: ['ignore', 'pipe', 'pipe'] },
    env: { ...process.env, NO_COLOR: '1' },
  });
  const stop = (): void => void child.kill('SIGINT');
  signal.addEventListener('abort', stop);
  const lines: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => {
    if (line.trim() === '') return;
    lines.push(line);
    tell(cutPlain(line, longestLine));
  });
  try {
    const [document] = await Promise.all([text(child.stdout), once(child, 'close')]);
    if (document !== '') return document;
  } finally {
    signal.removeEventListener('abort', stop);
  }
  const begin = lines.findLastIndex((line) => line.startsWith('perigee: '));
  const words = lines.slice(begin === -1 ? -mostLines : begin);
  // It may hold the end of a log.
  const quoted = words.map((line) => `> ${cutPlain(line, longestLine)}`);
  throw new UserError({ seen: ['the command ended without a result', ...quoted].join('\n') });
}
