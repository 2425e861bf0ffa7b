/** The example of a synchroniser as a repository of its own, with the regression that makes it slow. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from '../../../scripts/checks/tracked-files.ts';
import { describeWorkflow } from '../../../src/suite/starter/workflow.ts';
import { checkOutFrom, commitAll, gitIn, type StagedRepository } from './stage-repository.ts';

const memory = '/dev/shm';
/** Of four worktrees: what they prepare, and as much again for the tests. */
const neededBytes = 2e9;

/**
 * Where to stage it: each worktree prepares thousands of small files, which takes a disk longer than all that is
 * measured. What is to be on a disk the benches put there themselves.
 */
export function choosePlace(): string {
  if (!existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > neededBytes ? memory : tmpdir();
}

export function stageSync(folder: string): StagedRepository {
  const work = join(folder, 'work');
  cpSync(join(root, 'examples/sync'), work, {
    recursive: true,
    filter: (file) => !/\/(node_modules|\.perigee|\.bench)(\/|$)/.test(file),
  });
  const git = gitIn(work);
  git('init', '--quiet', '--initial-branch=main');
  shrink(work);
  const workflow = join(work, '.github/workflows/perigee.yml');
  mkdirSync(dirname(workflow), { recursive: true });
  const text = describeWorkflow({ defaultBranch: 'main', shards: 2, programs: ['node'] });
  writeFileSync(workflow, text);
  writeFileSync(join(work, '.gitignore'), 'node_modules/\n.perigee/\n');
  const base = commitAll(git, 'Synchronise');
  git('checkout', '--quiet', '-b', 'slower');
  git('apply', join(root, 'examples/regressions/weak-hash.patch'));
  const regressed = commitAll(git, 'Hash in another way');
  git('checkout', '--quiet', '-b', 'tidy', base);
  writeFileSync(join(work, 'NOTES.md'), 'Nothing that runs.\n');
  const clean = commitAll(git, 'Write notes');
  const origin = join(folder, 'origin.git');
  execFileSync('git', ['clone', '--quiet', '--bare', work, origin]);
  const places = { origin, base, regressed, clean, tip: base };
  return { ...places, checkOut: checkOutFrom(folder, origin) };
}

/**
 * Four pairs, and half of the files or less: that keeps the test short, and the planted regression, which grows
 * with the square of their number, is still far larger than the noise of four pairs.
 */
function shrink(work: string): void {
  const edit = (file: string, ...changes: (readonly [from: string, to: string])[]): void => {
    let text = readFileSync(join(work, file), 'utf8');
    for (const [from, to] of changes) {
      if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
      text = text.replaceAll(from, to);
    }
    writeFileSync(join(work, file), text);
  };
  edit(
    'perigee.yml',
    ['repeats: 5', 'repeats: 4'],
    ['maxRepeats: 10', 'maxRepeats: 4'],
    ['warmup: 1', 'warmup: 0'],
    ['10,000 files', '5,000 files'],
    ['num_files: 10000', 'num_files: 5000'],
    ['256 MB', '64 MB'],
  );
  edit('bench/prepared.js', ['10_000', '5_000'], ['256_000_000', '64_000_000']);
  edit('bench/rename.js', ['files = 5_000', 'files = 2_000']);
}
