import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { listSome } from '../../contract/count-things.ts';
import type { Problem, Revision, Side } from '../../contract/documents.ts';
import { filesOfOtherSide } from '../../contract/gaps.ts';
import { isCodeFile } from '../code/build-output.ts';
import { exitCode, UserError } from '../../contract/user-error.ts';
import { listStates, parseStates } from '../revisions/list-differences.ts';
import { readConstant, readGit, type Repository } from '../revisions/repository.ts';

export interface SetUpSides {
  repository: Repository;
  sides: readonly Side[];
  revisions: Readonly<Record<Side, Revision>>;
  /** Absolute path of each side's checkout. */
  checkouts: Readonly<Record<Side, string>>;
  /** For an index that lasts as long as this. */
  scratch: string;
}

/**
 * Compares the tracked files of each side, as setup has left them, with its commit. A setup that brings the
 * code of the other side would have the change compared with itself.
 * @returns what was changed; files that are those of the other side are a gap
 * @throws UserError (could not measure) when a side holds all of the other side's code
 */
export async function compareWithCommits(setUp: SetUpSides): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const side of setUp.sides) problems.push(...(await compareSide(setUp, side)));
  return problems;
}

/**
 * Looks again when the tests have run: one that checks out the code of the other side measures that.
 * @returns a gap for each side whose code is that of the other
 */
export async function compareAfterTests(setUp: SetUpSides): Promise<Problem[]> {
  const { repository, revisions, sides } = setUp;
  if (sides.length < 2) return [];
  const between = await listStates(repository, revisions.before.commit, revisions.after.commit);
  const problems: Problem[] = [];
  for (const side of sides) {
    const others = revisions[side === 'before' ? 'after' : 'before'].commit;
    const states = side === 'before' ? between : reverse(between);
    const changed = await listChanged(setUp, side, revisions[side].commit);
    const found = await findExchanged(setUp, side, { between: states, changed, others });
    const code = found.filter((path) => isCodeFile(join(setUp.checkouts[side], path)));
    const what = 'a test put files of the other side in the place of';
    problems.push(...describeDifference(filesOfOtherSide, side, code, what));
  }
  return problems;
}

/** A file that only one commit has is added seen from the other. */
function reverse(states: ReadonlyMap<string, string>): Map<string, string> {
  const other: Readonly<Record<string, string>> = { A: 'D', D: 'A' };
  return new Map([...states].map(([path, state]) => [path, other[state] ?? state]));
}

async function compareSide(setUp: SetUpSides, side: Side): Promise<Problem[]> {
  const { repository, revisions, sides } = setUp;
  const other = side === 'before' ? 'after' : 'before';
  const [own, others] = [revisions[side].commit, revisions[other].commit];
  const changed = await listChanged(setUp, side, own);
  const between = sides.includes(other) ? await listStates(repository, own, others) : new Map();
  const exchanged = await findExchanged(setUp, side, { between, changed, others });
  if (exchanged.length > 0 && exchanged.length === between.size) throw refuse(setUp, side, other);
  const taken = new Set(exchanged);
  const rest = [...changed.keys()].filter((path) => !taken.has(path));
  return [
    ...describeDifference(
      filesOfOtherSide,
      side,
      exchanged,
      'setup put files of the other side in the place of',
    ),
    ...describeDifference('setup-changed-files', side, rest, 'setup changed files of the commit:'),
  ];
}

interface Differences {
  /** Path → A where only the other commit has it, D where only this one has, else M. */
  between: ReadonlyMap<string, string>;
  /** Path → D where it is gone, else M. */
  changed: ReadonlyMap<string, string>;
  others: string;
}

/** Paths that differ between the commits and are here as the other side has them. */
async function findExchanged(
  setUp: SetUpSides,
  side: Side,
  { between, changed, others }: Differences,
): Promise<string[]> {
  if (between.size === 0) return [];
  const isAdded = [...between.values()].includes('A');
  if (changed.size === 0 && !isAdded) return [];
  const fromOther = await listChanged(setUp, side, others);
  return [...between]
    .filter(([path, state]) => (state === 'D' ? changed.get(path) === 'D' : !fromOther.has(path)))
    .map(([path]) => path);
}

/** With its own index: that of the checkout could be told to ignore files. */
async function listChanged(
  { checkouts, repository, scratch }: SetUpSides,
  side: Side,
  commit: string,
): Promise<Map<string, string>> {
  const common = await readConstant(repository, ['rev-parse', '--git-common-dir']);
  const index = join(scratch, `index-${side}`);
  const at = ['--git-dir', resolve(repository.root, common), '--work-tree', checkouts[side]];
  const git = (...args: string[]) =>
    repository.git([...at, ...args], { GIT_INDEX_FILE: index, GIT_OPTIONAL_LOCKS: '1' });
  try {
    await readGit(repository, [...at, 'read-tree', commit], { GIT_INDEX_FILE: index });
    await git('update-index', '-q', '--refresh');
    const { stdout } = await git(
      ...['diff-files', '--name-status', '-z', '--no-renames', '--ignore-submodules=dirty'],
    );
    return parseStates(stdout);
  } finally {
    await rm(index, { force: true });
  }
}

function describeDifference(
  code: string,
  side: Side,
  paths: readonly string[],
  what: string,
): Problem[] {
  if (paths.length === 0) return [];
  const named = paths.map((path) => JSON.stringify(path.slice(0, 120)));
  return [{ code, message: `${what} ${listSome(named, 10)}`, side }];
}

function refuse({ revisions }: SetUpSides, side: Side, other: Side): UserError {
  return new UserError({
    seen: `after setup the ${side} side (${revisions[side].label}) holds the code of the ${other} side (${revisions[other].label})`,
    expected: 'a setup that leaves the files of each commit as they are',
    remedy:
      'take out of setup what checks out or copies another commit; let .gitignore name what it installs, such as node_modules; where it generates a file that is committed too, commit it on the base first',
    exitCode: exitCode.couldNotMeasure,
  });
}
