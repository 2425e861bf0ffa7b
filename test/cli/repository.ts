/** A user's repository in a temporary folder, and the program as a user calls it. */
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeFolder, writeFiles } from '../make-folder.ts';

const program = fileURLToPath(new URL('../../bin/perigee.mjs', import.meta.url));

export interface Ended {
  exitCode: number | null;
  stdout: string;
  stderr: string;
}

export interface UserRepository {
  root: string;
  write(file: string, text: string): void;
  commit(message: string): void;
  git(...args: string[]): string;
  perigee(...args: string[]): Promise<Ended>;
  /** Closes its end of the output at once, as `head` does. */
  perigeeUnread(...args: string[]): Promise<Ended>;
  /** Sends SIGINT once stderr holds the text; anew where it ended before it heard of that, on a busy machine. */
  perigeeStoppedAt(text: string, ...args: string[]): Promise<Ended>;
}

/** Is removed when the test ends, unless the folder is given. */
export function makeRepository(root = makeFolder()): UserRepository {
  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@localhost', ...args], {
      cwd: root,
      encoding: 'utf8',
    });
  git('init', '--quiet', '--initial-branch=main');
  return {
    root,
    git,
    write: (file, text) => writeFiles(root, { [file]: text }),
    commit: (message) => {
      git('add', '--all');
      git('commit', '--quiet', `--message=${message}`);
    },
    perigee: (...args) => call(root, args),
    perigeeUnread: (...args) => call(root, args, { isUnread: true }),
    perigeeStoppedAt: (text, ...args) => stopAt(root, text, args),
  };
}

const interrupted = 3;

async function stopAt(root: string, text: string, args: readonly string[]): Promise<Ended> {
  const state = join(root, '.perigee');
  const before = mkdtempSync(join(tmpdir(), 'perigee-before-'));
  if (existsSync(state)) cpSync(state, before, { recursive: true });
  try {
    for (let tries = 1; ; tries += 1) {
      const ended = await call(root, args, { stopAt: text });
      if (ended.exitCode === interrupted || tries === 5) return ended;
      rmSync(state, { recursive: true, force: true });
      cpSync(before, state, { recursive: true });
    }
  } finally {
    rmSync(before, { recursive: true, force: true });
  }
}

function call(
  root: string,
  args: readonly string[],
  { stopAt, isUnread = false }: { stopAt?: string; isUnread?: boolean } = {},
): Promise<Ended> {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: root,
    env: { ...process.env, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (isUnread) child.stdout.destroy();
  let stdout = '';
  let stderr = '';
  let isStopped = false;
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
    if (stopAt === undefined || isStopped || !stderr.includes(stopAt)) return;
    isStopped = true;
    child.kill('SIGINT');
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (exitCode) => {
      resolve({ exitCode, stdout, stderr });
    });
  });
}

export interface SuiteDraft {
  repeats?: number;
  maxRepeats?: number;
  worse?: string;
  setup?: string;
  rules?: string;
  /** What blocks. A count is exact, so that three pairs decide on however busy a machine: see `draftWrites`. */
  metric?: 'latency' | 'disk.writes';
}

/** One test, which keeps the CPU busy for as long as work.sh says. */
export function draftSuite(draft: SuiteDraft = {}): string {
  const { metric = 'latency', setup = '[]', rules = '' } = draft;
  const { repeats = metric === 'latency' ? 5 : 3, maxRepeats = repeats, worse = '400%' } = draft;
  return `version: 1
suite: busy work
setup: ${setup}
repeats: ${repeats}
maxRepeats: ${maxRepeats}
warmup: 0
tests:
  - name: keep busy
    command: [sh, work.sh]
    timeout: 5m
thresholds:
  rules:
    - { match: { metric: '*' }, worse: ${worse}, action: warn }
    - { match: { metric: ${metric} }, worse: ${worse} }
${rules}`;
}

/** In a shell: Node takes 0.08 s of CPU time to start, in each of some hundred executions. */
export function draftWork(busyMs: number): string {
  return `i=0; while [ $i -lt ${busyMs * 1500} ]; do i=$((i+1)); done\n`;
}

/** Writes so often, and does little else. */
export function draftWrites(count: number): string {
  return `i=0; while [ $i -lt ${count} ]; do echo a note; i=$((i+1)); done > /dev/null\n`;
}

/** Another file that does the same: with nothing changed `perigee patch` measures nothing. */
export function draftSameWork(busyMs: number): string {
  return `${draftWork(busyMs)}# Changed.\n`;
}
