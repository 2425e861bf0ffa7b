import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readResults } from '../adapters/read-results.ts';
import { UserError } from '../contract/user-error.ts';
import { openRepository, readGit } from '../runner/revisions/repository.ts';
import { snapshotWorkingTree } from '../runner/revisions/snapshot-working-tree.ts';
import { startCases } from '../runner/start-cases.ts';
import { addWorktrees } from '../runner/worktrees/add-worktrees.ts';
import type { Checkout, StarterPorts, TriedCommand } from '../init/findings.ts';
import { mostRead } from '../init/try-tests.ts';
import { home } from './home.ts';
import type { ProgressStream } from '../pipeline/progress-line.ts';
import { createWaitLine, type WaitLine } from './wait-line.ts';

/** A command that fails on Windows may work where it will be measured, so no suite is tried there. */
export function choosePorts(platform: NodeJS.Platform, stream: ProgressStream): StarterPorts {
  const ports = createPorts(createWaitLine(stream));
  return platform === 'win32' ? { ...ports, checkOut: () => Promise.resolve(undefined) } : ports;
}

/** Runs what `perigee init` wants to try, with the person's own environment. */
const createPorts = (line: WaitLine): StarterPorts => ({
  note: line.begin,
  checkOut,
  readResults,
  // Its SDK for Python, as a run has it.
  startCases: (cases, directory) => [
    ...['env', `PYTHONPATH=${join(home, 'sdk/python')}`],
    ...startCases(cases, { home, directory }),
  ],
  run: ([program = '', ...args], { directory, timeoutMs }) =>
    new Promise<TriedCommand>((resolve) => {
      const started = performance.now();
      let output = '';
      let printed = '';
      const endWait = line.wait();
      const end = (status: number | undefined, fault?: string) => {
        endWait();
        clearTimeout(timer);
        process.off('exit', stop);
        process.off('SIGINT', leave);
        const durationMs = performance.now() - started;
        resolve({ status, output, printed, durationMs, ...(fault !== undefined && { fault }) });
      };
      const child = spawn(program, args, {
        ...{ cwd: directory, stdio: ['ignore', 'pipe', 'pipe'] },
        // A group of its own, so that what it started ends with it.
        ...{ detached: true, windowsHide: true },
      });
      const stop = (): void => {
        if (child.pid === undefined) return;
        try {
          process.kill(-child.pid, 'SIGKILL');
        } catch {
          // It has ended, or this is Windows, which has no groups.
          child.kill('SIGKILL');
        }
      };
      process.once('exit', stop);
      process.once('SIGINT', leave);
      const timer = setTimeout(() => {
        stop();
        end(undefined);
      }, timeoutMs);
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8').on('data', (text: string) => {
          const kept = text.slice(0, mostRead - output.length);
          output += kept;
          line.hear(text);
          if (stream === child.stdout) printed += kept;
        });
      }
      child.once('error', ({ message }) =>
        end(undefined, `${program} could not be started (${message}): install it, or name another`),
      );
      child.once('close', (status, signal) =>
        status === null ? end(undefined, `${signal} ended it: something killed it`) : end(status),
      );
    }),
});

/** A signal of the terminal reaches only its own group: what is tried ends on exit. */
function leave(): never {
  process.exit(130);
}

/** The working tree with all that git does not ignore; undefined before the first commit. */
async function checkOut(directory: string): Promise<Checkout | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'perigee-init-'));
  const removeFolder = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    const repository = await openRepository(directory, process.env);
    const head = await readGit(repository, ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']);
    const { commit } = await snapshotWorkingTree(repository, folder, head);
    await mkdir(join(folder, 'worktrees'));
    const worktrees = await addWorktrees(repository, folder, 'try', { after: commit });
    const remove = async (): Promise<void> => {
      await worktrees.remove();
      await removeFolder();
    };
    const [made = ''] = worktrees.after;
    return { directory: made, remove };
  } catch (error) {
    await removeFolder();
    if (error instanceof UserError) return undefined;
    throw error;
  }
}
