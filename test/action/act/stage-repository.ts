/** A repository with a small suite of two shards, its remote, and the checkouts that CI makes of it. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describeWorkflow } from '../../../src/init/workflow.ts';

/** Counts of writes are exact, so three pairs decide, on however busy a machine. */
const suite = `version: 1
suite: notes
repeats: 3
maxRepeats: 3
warmup: 0
shards:
  total: 2
  pins: { write notes: 1, copy notes: 2 }
tests:
  - name: write notes
    command: [python3, bench.py, write]
    timeout: 5m
  - name: copy notes
    command: [python3, bench.py, copy]
    timeout: 5m
thresholds:
  rules:
    - match: { span: '*', metric: '*' }
      worse: 1000%
      action: warn
    - match: { span: write, metric: disk.writes }
      worse: 5%
`;

const benchOf = (writes: number): string => `import sys

from perigee import annotate, profile

with profile(sys.argv[1]):
    annotate("form", "plain")
    with open("notes.bin", "wb", buffering=0) as notes:
        for _ in range(${writes}):
            notes.write(b"a note")
`;

export interface StagedRepository {
  /** The remote, bare. */
  origin: string;
  /** A shallow checkout of one commit, as CI makes it. */
  checkOut(commit: string, name: string): string;
  base: string;
  /** Writes four times as often. */
  regressed: string;
  /** Changes a comment only. */
  clean: string;
  /** The tip of main, one commit ahead of the base. */
  tip: string;
}

/** @param inputs more inputs for the jobs that measure, as lines of YAML */
export function stageRepository(folder: string, inputs: string[] = []): StagedRepository {
  const work = join(folder, 'work');
  const origin = join(folder, 'origin.git');
  const git = gitIn(work);
  mkdirSync(work, { recursive: true });
  git('init', '--quiet', '--initial-branch=main');
  const facts = { defaultBranch: 'main', shards: 2, programs: ['python3'], history: true };
  const workflow = describeWorkflow(facts).replace(
    '          mode: run\n',
    ['          mode: run', ...inputs.map((line) => `          ${line}`), ''].join('\n'),
  );
  const write = (files: Record<string, string>, message: string): string => {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(work, file)), { recursive: true });
      writeFileSync(join(work, file), text);
    }
    return commitAll(git, message);
  };
  write({ 'README.md': 'Notes.\n' }, 'Begin');
  const base = write(
    {
      'perigee.yml': suite,
      'bench.py': benchOf(200),
      '.gitignore': 'notes.bin\n.perigee/\n',
      '.github/workflows/perigee.yml': workflow,
    },
    'Measure',
  );
  git('checkout', '--quiet', '-b', 'slower');
  const regressed = write({ 'bench.py': benchOf(800) }, 'Write more often');
  git('checkout', '--quiet', '-b', 'tidy', base);
  const clean = write({ 'bench.py': `# Tidy.\n${benchOf(200)}` }, 'Tidy');
  git('checkout', '--quiet', 'main');
  const tip = write({ 'README.md': 'Notes, more of them.\n' }, 'Say more');
  execFileSync('git', ['clone', '--quiet', '--bare', work, origin]);
  return { origin, base, regressed, clean, tip, checkOut: checkOutFrom(folder, origin) };
}

export type Git = (...args: string[]) => string;

/** @returns the new commit */
export function commitAll(git: Git, message: string): string {
  git('add', '--all');
  git('commit', '--quiet', `--message=${message}`);
  return git('rev-parse', 'HEAD');
}

export function checkOutFrom(folder: string, origin: string): StagedRepository['checkOut'] {
  gitIn(origin)('config', 'uploadpack.allowAnySHA1InWant', 'true');
  return (commit, name) => {
    const checkout = join(folder, name);
    mkdirSync(checkout);
    const git = gitIn(checkout);
    git('init', '--quiet', '--initial-branch=main');
    git('remote', 'add', 'origin', `file://${origin}`);
    git('fetch', '--quiet', '--depth=1', 'origin', commit);
    git('checkout', '--quiet', '--detach', commit);
    return checkout;
  };
}

export function gitIn(folder: string): Git {
  return (...args) =>
    execFileSync('git', ['-c', 'user.name=test', '-c', 'user.email=test@example.com', ...args], {
      cwd: folder,
      encoding: 'utf8',
    }).trim();
}
