/** One scenario, once: a fresh repository, the change left uncommitted, `perigee patch`. */
import { execFileSync, spawn } from 'node:child_process';
import {
  closeSync,
  cpSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Verdict } from '../../src/contract/documents.ts';
import { parseDocument } from '../../src/contract/validate.ts';
import type { Scenario } from './scenarios.ts';

const home = join(import.meta.dirname, '..', '..');
const timeoutMs = 15 * 60_000;
const leftBehind = new Set(['node_modules', '.bench', '.perigee']);

export interface Attempt {
  exitCode: number;
  seconds: number;
  verdict: Verdict;
}

/**
 * @param logFile gets what Perigee prints
 * @param keepAs a folder for the documents of the run, made when there are any
 * @throws Error when it could not be measured; the repository is removed all the same
 */
export async function runScenario(
  scenario: Scenario,
  { logFile, keepAs }: { logFile: string; keepAs: string },
): Promise<Attempt> {
  const repository = makeRepository(scenario);
  try {
    const startedAt = performance.now();
    const exitCode = await callPerigee(repository, logFile);
    const seconds = (performance.now() - startedAt) / 1000;
    const run = findNewestRun(repository);
    cpSync(run, keepAs, { recursive: true });
    const file = join(run, 'verdict.json');
    return {
      exitCode,
      seconds,
      verdict: parseDocument('verdict', readFileSync(file, 'utf8'), file),
    };
  } finally {
    rmSync(repository, { recursive: true, force: true });
  }
}

function makeRepository({ patchFile }: Scenario): string {
  const root = mkdtempSync(join(tmpdir(), 'perigee-regressions-'));
  cpSync(join(home, 'examples', 'sync'), root, {
    recursive: true,
    filter: (path) => !leftBehind.has(basename(path)),
  });
  const git = (...args: string[]): void => {
    execFileSync('git', args, { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] });
  };
  const author = ['-c', 'user.name=Regressions', '-c', 'user.email=regressions@localhost'];
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all');
  git(...author, '-c', 'commit.gpgsign=false', 'commit', '--quiet', '--message=Synchroniser');
  if (patchFile !== undefined) git('apply', patchFile);
  return root;
}

/** Resolves to the exit code. A run that does not end is ended; that is an error. */
function callPerigee(repository: string, logFile: string): Promise<number> {
  const log = openSync(logFile, 'w');
  const program = join(home, 'bin', 'perigee.mjs');
  const child = spawn(process.execPath, [program, 'patch', '--affected', 'all'], {
    cwd: repository,
    stdio: ['ignore', log, log],
  });
  const timer = setTimeout(() => child.kill('SIGTERM'), timeoutMs);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      clearTimeout(timer);
      closeSync(log);
      if (code !== null) resolve(code);
      else reject(new Error(`perigee patch was ended by ${signal}; see ${logFile}`));
    });
  });
}

/** Ids begin with the time of the run. */
function findNewestRun(repository: string): string {
  const runs = join(repository, '.perigee', 'runs');
  const newest = readdirSync(runs).sort().at(-1);
  if (newest === undefined) throw new Error(`no run in ${runs}`);
  return join(runs, newest);
}
