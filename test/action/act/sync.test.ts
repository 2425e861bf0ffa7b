import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../../scripts/checks/tracked-files.ts';
import { describeWorkflow } from '../../../src/suite/starter/workflow.ts';
import { planted, shortenSuite } from '../../bot/end-to-end/shorten-suite.ts';
import { openStage, pullRequestOf } from './stage-job.ts';
import { checkOutFrom, commitAll, gitIn, type StagedRepository } from './stage-repository.ts';

test('the example, in two shards: what regressed turns the report red, by the shard that measured it', async () => {
  const { repository, github, run } = await openStage(stageSync);
  const payload = pullRequestOf(repository, repository.regressed);
  const { exitCode, output } = await run('pull_request', payload, repository.regressed);
  expect(output).toContain('## ❌ Regressed');
  expect(output).toContain('xychart');
  expect(output).toMatch(/::error.*perigee\.yml/);
  expect(github.comments[0]?.body).toContain(planted.test);
  expect(exitCode).toBe(1);
});

function stageSync(folder: string): StagedRepository {
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
  git('apply', join(root, 'examples/regressions/more-fsyncs.patch'));
  const regressed = commitAll(git, 'Survive a power cut');
  git('checkout', '--quiet', '-b', 'tidy', base);
  writeFileSync(join(work, 'NOTES.md'), 'Nothing that runs.\n');
  const clean = commitAll(git, 'Write notes');
  const origin = join(folder, 'origin.git');
  execFileSync('git', ['clone', '--quiet', '--bare', work, origin]);
  const places = { origin, base, regressed, clean, tip: base };
  return { ...places, checkOut: checkOutFrom(folder, origin) };
}

/** Only what is counted decides, and few pairs are enough for that however busy the machine is. */
function shrink(work: string): void {
  const edit = (file: string, change: (text: string) => string): void => {
    const text = readFileSync(join(work, file), 'utf8');
    const changed = change(text);
    if (changed === text) throw new Error(`${file} is not what it was`);
    writeFileSync(join(work, file), changed);
  };
  edit('perigee.yml', (text) => shortenSuite(text, false));
  edit('bench/rename.js', (text) => text.replace('files = 5_000', 'files = 500'));
  edit('bench/index.js', (text) => text.replace('batches = 400', 'batches = 100'));
}
