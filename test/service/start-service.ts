import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { findService } from '../servers/built-or-source.ts';

export type LogLine = Record<string, unknown> & { level: string; message: string };

/** A service in a process of its own. */
export interface RunningService {
  /** `http://127.0.0.1:port` */
  readonly url: string;
  readonly lines: LogLine[];
  readonly pid: number;
  /** As a power cut ends it. */
  kill(): Promise<void>;
  /** As an operator ends it. @returns its exit code */
  stop(): Promise<number | null>;
}

/**
 * Resolves when it serves.
 * @throws with what it said, when it ends before
 */
export async function startService(
  environment: Readonly<Record<string, string>>,
  { program = [findService()] }: { program?: readonly string[] } = {},
): Promise<RunningService> {
  const child = spawn('nice', ['-n', '5', process.execPath, ...program], {
    env: {
      PATH: process.env['PATH'],
      // Of a start from the source, half of the time goes into reading it.
      NODE_COMPILE_CACHE: join(tmpdir(), 'perigee-compile-cache'),
      PERIGEE_LISTEN: '127.0.0.1:0',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const killWithUs = (): void => void child.kill('SIGKILL');
  process.once('exit', killWithUs);
  const exited = once(child, 'exit').then(([code]) => {
    process.off('exit', killWithUs);
    return code as number | null;
  });
  const lines: LogLine[] = [];
  let errors = '';
  let isWanted = false;
  void exited.then((code) => {
    if (!isWanted) process.stderr.write(`the service ended with ${code}: ${errors}\n`);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const url = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).on('line', (text) => {
      const line = JSON.parse(text) as LogLine;
      lines.push(line);
      if (line.message === 'serves') resolve(String(line['at']));
    });
    void exited.then((code) => reject(new Error(`it ended with ${code}: ${errors}`)));
  });
  return {
    ...{ url, lines, pid: child.pid ?? 0 },
    kill: async () => {
      isWanted = true;
      child.kill('SIGKILL');
      await exited;
    },
    stop: () => {
      isWanted = true;
      child.kill('SIGTERM');
      return exited;
    },
  };
}

/** The value of a metric without labels, or the sum over its labels. */
export async function readMetric(url: string, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const lines = text
    .split('\n')
    .filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`));
  return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
}
