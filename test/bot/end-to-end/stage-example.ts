/** The example of a synchroniser as a repository of its own, measured by the workflow of docs/bot.md. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../../../scripts/checks/tracked-files.ts';
import { checkOutFrom, commitAll, gitIn } from '../../action/act/stage-repository.ts';

/**
 * How often `record` writes is exact, so that four pairs decide on however busy a machine. All else warns:
 * what a loaded machine makes of times is no matter of this test.
 */
const thresholds = `thresholds:
  rules:
    - match: { span: '*', metric: '*' }
      worse: 1000%
      action: warn
    - match: { span: record, metric: disk.writes }
      worse: 5%
`;

const recordTest = 'record 400 files in the index';
export const planted = {
  ...{ test: recordTest, span: 'record', metric: 'disk.writes' },
  /** As the comment shows it. */
  shownAs: `Write operations<br>\`${recordTest} › record\``,
};

export interface StagedExample {
  /** The remote, bare. */
  origin: string;
  /** A shallow checkout of one commit, as CI makes it. */
  checkOut(commit: string, name: string): string;
  /** Runs git in the remote. */
  git(...args: string[]): string;
}

/**
 * Branches: `main`; `slower`, and `theirs` for a fork, that make every line of a journal durable by itself; and
 * `tidy`, that changes nothing which runs.
 */
export function stageExample(folder: string): StagedExample {
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
  edit('perigee.yml', shorten);
  edit('bench/rename.js', (text) => text.replace('files = 5_000', 'files = 500'));
  edit('bench/index.js', (text) => text.replace('batches = 400', 'batches = 100'));
  const workflow = join(work, '.github/workflows/perigee.yml');
  mkdirSync(dirname(workflow), { recursive: true });
  writeFileSync(workflow, readWorkflow());
  writeFileSync(join(work, '.gitignore'), 'node_modules/\n.perigee/\n');
  git('init', '--quiet', '--initial-branch=main');
  commitAll(git, 'Synchronise');
  for (const branch of ['slower', 'theirs']) {
    git('checkout', '--quiet', '-b', branch, 'main');
    git('apply', join(root, 'examples/regressions/more-fsyncs.patch'));
    commitAll(git, `Survive a power cut (${branch})`);
  }
  git('checkout', '--quiet', '-b', 'tidy', 'main');
  writeFileSync(join(work, 'NOTES.md'), 'Nothing that runs.\n');
  commitAll(git, 'Write notes');
  const origin = join(folder, 'origin.git');
  execFileSync('git', ['clone', '--quiet', '--bare', work, origin]);
  return { origin, checkOut: checkOutFrom(folder, origin), git: gitIn(origin) };
}

/** Two of its tests, which need no prepared trees. */
function shorten(text: string): string {
  const tests = text
    .slice(text.indexOf('tests:\n') + 'tests:\n'.length, text.indexOf('# How much worse'))
    .replace('record 1,600 files in the index', recordTest)
    .split(/\n(?= {2}- name)/)
    .filter((test) => /name: (rename a tree|record 400)/.test(test));
  const head = text
    .slice(0, text.indexOf('tests:\n'))
    .replace(/ *- \[node, bench\/prepare\.js\]\n/, '')
    .replace(/repeats: 5\nmaxRepeats: 10.*\nwarmup: 1/, 'repeats: 4\nmaxRepeats: 4\nwarmup: 0');
  const pins = `shards:\n  total: 2\n  pins: { rename a tree: 1, '${recordTest}': 2 }\n`;
  return `${head}${pins}tests:\n${tests.join('\n')}\n${thresholds}`;
}

function readWorkflow(): string {
  const page = readFileSync(join(root, 'docs/bot.md'), 'utf8');
  const found = /```yaml\n(# \.github\/workflows\/perigee\.yml\n[\s\S]*?)```/.exec(page)?.[1];
  if (found === undefined) throw new Error('docs/bot.md has no workflow');
  return found;
}
