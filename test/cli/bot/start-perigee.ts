import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { findCommandLine } from '../../servers/built-or-source.ts';
import { bareEnvironment } from '../store/run-store.ts';

const program = findCommandLine();

export interface StartedPerigee {
  /** The first match in its output. @throws with the output, when it ends without */
  find(pattern: RegExp): Promise<RegExpExecArray>;
  ended: Promise<{ status: number | null; stdout: string; stderr: string }>;
}

/** The command line in a process of its own, without the environment of the tests. */
export function startPerigee(
  folder: string,
  args: readonly string[],
  environment: Record<string, string> = {},
): StartedPerigee {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: folder,
    env: { ...bareEnvironment, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const killWithUs = (): void => void child.kill('SIGKILL');
  process.once('exit', killWithUs);
  let stdout = '';
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  const ended = once(child, 'close').then(([status]) => {
    process.off('exit', killWithUs);
    return { status: status as number | null, stdout, stderr };
  });
  return {
    ended,
    find: async (pattern) => {
      for (;;) {
        const match = pattern.exec(stdout);
        if (match !== null) return match;
        const hasEnded = await Promise.race([
          once(child.stdout, 'data').then(() => false),
          ended.then(() => true),
        ]);
        if (hasEnded && !pattern.test(stdout)) throw new Error(`it ended: ${stdout}${stderr}`);
      }
    },
  };
}
