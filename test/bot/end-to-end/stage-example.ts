/** The example of a synchroniser as a repository of its own, measured by the workflow of `perigee init --bot`. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../../../scripts/checks/tracked-files.ts';
import { describeWorkflow } from '../../../src/init/workflow.ts';
import { checkOutFrom, commitAll, gitIn } from '../../action/act/stage-repository.ts';
import { shortenSuite } from './shorten-suite.ts';

export interface StagedExample {
  /** The remote, bare. */
  origin: string;
  shards: number;
  /** A shallow checkout of one commit, as CI makes it. */
  checkOut(commit: string, name: string): string;
  /** Runs git in the remote. */
  git(...args: string[]): string;
}

/**
 * Branches: `main`; `slower`, that makes every line of a journal durable by itself; and `tidy`, that changes
 * nothing which runs.
 * @param options.isSmall one shard with the one test that `slower` makes slower
 * @param options.pipeline of Buildkite, whose builds count instead of the workflow's runs
 */
export function stageExample(
  folder: string,
  { isSmall = false, pipeline }: { isSmall?: boolean; pipeline?: string } = {},
): StagedExample {
  const shards = isSmall ? 1 : 2;
  const work = join(folder, 'work');
  cpSync(join(root, 'examples/sync'), work, {
    recursive: true,
    filter: (file) => !/\/(node_modules|\.perigee|\.bench)(\/|$)/.test(file),
  });
  const git = gitIn(work);
  const edit = (file: string, change: (text: string) => string): void => {
    const text = readFileSync(join(work, file), 'utf8');
    const changed = change(text);
    if (changed === text) throw new Error(`${file} is not what it was`);
    writeFileSync(join(work, file), changed);
  };
  edit('perigee.yml', (text) => shortenSuite(text, isSmall));
  if (pipeline !== undefined) {
    edit('perigee.yml', (text) => `${text}gate:\n  pipeline: ${pipeline}\n`);
  }
  edit('bench/prepared.js', (text) =>
    text.replace('2_000', '500').replace('3_000', '500').replace('128_000_000', '1_000_000'),
  );
  const workflow = join(work, '.github/workflows/perigee.yml');
  mkdirSync(dirname(workflow), { recursive: true });
  const facts = { defaultBranch: 'main', shards, programs: ['node'] };
  writeFileSync(workflow, describeWorkflow({ ...facts, judge: 'bot' }));
  writeFileSync(join(work, '.gitignore'), 'node_modules/\n.perigee/\n');
  git('init', '--quiet', '--initial-branch=main');
  commitAll(git, 'Synchronise');
  git('checkout', '--quiet', '-b', 'slower', 'main');
  git('apply', join(root, 'examples/regressions/more-fsyncs.patch'));
  commitAll(git, 'Survive a power cut');
  git('checkout', '--quiet', '-b', 'tidy', 'main');
  writeFileSync(join(work, 'NOTES.md'), 'Nothing that runs.\n');
  commitAll(git, 'Write notes');
  const origin = join(folder, 'origin.git');
  execFileSync('git', ['clone', '--quiet', '--bare', work, origin]);
  return { origin, shards, checkOut: checkOutFrom(folder, origin), git: gitIn(origin) };
}
