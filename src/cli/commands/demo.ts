import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Command } from 'commander';
import { exitCode, type ExitCode, UserError } from '../../contract/user-error.ts';
import { nameProgram, quoteWord } from '../program-name.ts';
import { end } from '../end-with.ts';
import { home } from '../home.ts';
import { requireGit } from '../workplace.ts';
import { measure } from '../measure.ts';
import type { CompareOptions } from '../shared-options.ts';
import { patch } from './patch.ts';

interface DemoOptions {
  regression?: string;
}

export function declareCommand(command: Command): void {
  command
    .option('--regression <name>', 'which one to plant; `list` names them, `none` plants nothing')
    .action((options: DemoOptions) => end(demo(options)));
}

/** The most striking in little time. */
const usualRegression = 'colliding-set';
const nothing = { name: 'none', title: 'The code as it is, against itself' };
/** The rest of the suite shows the same again. */
const mostTests = 2;
const measuredSeconds = 20;

/** `perigee demo`: a planted regression in a repository of its own, tested as `perigee patch` does. */
async function demo({ regression = usualRegression }: DemoOptions): Promise<ExitCode> {
  if (regression === 'list') {
    for (const { name, title } of [...listPlanted(), nothing]) {
      process.stdout.write(`${name.padEnd(24)} ${title}\n`);
    }
    return exitCode.nothingRegressed;
  }
  const isPlanted = regression !== 'none';
  const { improves, needsRoot } = findPlanted(regression) ?? {};
  const isImproved = improves !== undefined;
  if (needsRoot === true) requireNetwork(regression);
  const root = makeDemoRepository(regression);
  const test = chooseTests(regression);
  const chosen = test.map((name) => ` --test ${quoteWord(name)}`).join('');
  const options = ` --affected all --time ${measuredSeconds}s${chosen}`;
  const what = isPlanted ? `with the patch "${regression}" not yet committed` : 'unchanged';
  process.stdout.write(`An example repository, ${what}:\n`);
  process.stdout.write(
    `  ${root}\nMeasuring it${isImproved ? ', and expecting an improvement' : ''}, as this would:\n  cd ${quoteWord(root)} && ${nameProgram(root)} ${isPlanted ? 'patch' : 'compare HEAD HEAD'}${options}\n\n`,
  );
  const settings: CompareOptions = {
    ...(isImproved ? { expect: 'improved' } : {}),
    affected: 'all',
    time: measuredSeconds * 1e9,
    ...(test.length === 0 ? {} : { test }),
  };
  const head = { kind: 'revision', name: 'HEAD' } as const;
  const code = isPlanted
    ? await patch(settings, root)
    : await measure(root, { sides: { before: head, after: head } }, settings);
  process.stdout.write(
    `\n${isPlanted ? `The patch: git -C ${quoteWord(root)} diff\n` : ''}Nothing else needs this folder: rm -r ${quoteWord(root)}\n`,
  );
  // Red is what the demo is for; only a demo that could not measure has failed.
  return isPlanted && code === exitCode.regressed ? exitCode.nothingRegressed : code;
}

/** Those in which the planted change shows; all of the suite where it shows in none. */
function chooseTests(regression: string): string[] {
  const { regresses = [], improves = [], failing = [] } = findPlanted(regression) ?? {};
  const shown = [...[...regresses, ...improves].map(({ test }) => test), ...failing];
  return [...new Set(shown)].slice(0, mostTests);
}

function requireNetwork(regression: string): void {
  const isThere = existsSync('/dev/net/tun');
  if (isThere && process.getuid?.() === 0) return;
  throw new UserError({
    where: '--regression',
    seen: isThere ? 'you are not root' : 'there is no /dev/net/tun here',
    expected: `Linux, root and python3: "${regression}" makes a network of its own`,
    remedy: isThere
      ? `sudo env "PATH=$PATH" perigee demo --regression ${regression}`
      : 'take another one: `perigee demo --regression list`',
  });
}

const example = join(home, 'examples', 'sync');
/** Files that trying the example in place leaves in it. */
const leftBehind = new Set(['node_modules', '.bench', '.perigee']);
const patches = join(home, 'examples', 'regressions');

interface Planted {
  name: string;
  title: string;
  /** The tests that become worse, the most striking first. */
  regresses: { test: string }[];
  improves?: { test: string }[];
  /** Tests that fail after the change. */
  failing?: string[];
  /** It makes a network of its own. */
  needsRoot?: boolean;
}

/** The faults that can be planted, as examples/regressions/regressions.json describes them. */
function listPlanted(): Planted[] {
  return JSON.parse(readFileSync(join(patches, 'regressions.json'), 'utf8')) as Planted[];
}

function findPlanted(regression: string): Planted | undefined {
  return listPlanted().find(({ name }) => name === regression);
}

/**
 * Makes a repository of its own from the example, with one commit, and plants a regression in its
 * working tree without committing it.
 * @param regression a name of listPlanted(), or `none`
 * @returns the repository's root
 */
function makeDemoRepository(regression: string): string {
  const patch = join(patches, `${regression}.patch`);
  if (regression !== 'none' && !existsSync(patch)) {
    throw new UserError({
      where: '--regression',
      seen: `"${regression}" is not a planted regression`,
      expected: `one of ${listPlanted()
        .map(({ name }) => name)
        .join(', ')}, none`,
      remedy: '`perigee demo --regression list` tells what each of them is',
    });
  }
  requireGit();
  const root = mkdtempSync(join(tmpdir(), 'perigee-demo-'));
  cpSync(example, root, { recursive: true, filter: (path) => !leftBehind.has(basename(path)) });
  const git = (...args: string[]): void => {
    execFileSync('git', args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  };
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all');
  git(
    '-c',
    'user.name=Perigee',
    '-c',
    'user.email=perigee@localhost',
    '-c',
    'commit.gpgsign=false',
    'commit',
    '--quiet',
    '--message=A small file synchroniser',
  );
  if (regression !== 'none') git('apply', patch);
  return root;
}
