import { spawn } from 'node:child_process';
import { makePlain } from '../report/plain-text.ts';
import type { StarterPorts, TriedCommand } from '../suite/starter/findings.ts';

const mostOutput = 256 * 1024;

/** Runs what `perigee init` wants to try, with the person's own environment. Says what it does on stderr. */
export const tryPorts: StarterPorts = {
  note: (text) => process.stderr.write(`perigee: ${makePlain(text)}\n`),
  run: ([program = '', ...args], { directory, timeoutMs }) =>
    new Promise<TriedCommand>((resolve) => {
      const started = performance.now();
      let output = '';
      const end = (status: number | undefined) => {
        clearTimeout(timer);
        resolve({ status, output, durationMs: performance.now() - started });
      };
      const child = spawn(program, args, { cwd: directory, stdio: ['ignore', 'pipe', 'pipe'] });
      const timer = setTimeout(() => {
        child.kill('SIGKILL');
        end(undefined);
      }, timeoutMs);
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8').on('data', (text: string) => {
          output += text.slice(0, mostOutput - output.length);
        });
      }
      child.once('error', () => end(undefined));
      child.once('close', (status) => end(status ?? undefined));
    }),
};
