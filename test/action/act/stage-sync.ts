/** The example of a synchroniser as a repository of its own, with the regression that makes it slow. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../../../scripts/checks/tracked-files.ts';
import { describeWorkflow } from '../../../src/suite/starter/workflow.ts';
import { checkOutFrom, commitAll, gitIn, type StagedRepository } from './stage-repository.ts';

export function stageSync(folder: string): StagedRepository {
  const work = join(folder, 'work');
  cpSync(join(root, 'examples/sync'), work, {
    recursive: true,
    filter: (file) => !/\/(node_modules|\.perigee)(\/|$)/.test(file),
  });
  const git = gitIn(work);
  git('init', '--quiet', '--initial-branch=main');
  // Three pairs keep the test short, and the planted regression is far larger than their noise.
  const suite = readFileSync(join(work, 'perigee.yml'), 'utf8');
  const shorter = suite
    .replace('repeats: 5', 'repeats: 4')
    .replace('maxRepeats: 10', 'maxRepeats: 4');
  writeFileSync(join(work, 'perigee.yml'), shorter);
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
