import { countBuilds } from '../../contract/builds.ts';
import type { Problem, RunRecord, Side } from '../../contract/documents.ts';
import { contentMissing, submoduleMissing } from '../../contract/gaps.ts';
import { sidesOf } from '../../contract/sides.ts';
import type { Repository } from '../revisions/repository.ts';
import type { Worktrees } from './add-worktrees.ts';
import type { StandInKind } from './list-stand-ins.ts';
import { readContent, type Content } from './read-content.ts';

/**
 * What tests cannot see in the checkouts as setup has left them: folders of submodules that are empty, and files that
 * stand for others. Without them both sides measure the same nothing.
 *
 * A submodule that the change moves is a gap, one that it does not move is a note: a test that needs it fails. A
 * pointer of Git LFS is always a gap, because a test reads it as if it were the content.
 */
export async function findMissingContent(
  repository: Repository,
  { plan }: Pick<RunRecord, 'plan'>,
  worktrees: Worktrees,
): Promise<Problem[]> {
  const sides = sidesOf(plan);
  const problems: Problem[] = [];
  for (let build = 0; build < countBuilds(plan); build += 1) {
    const contents = new Map<Side, Content>();
    for (const side of sides) {
      const directory = worktrees[side][build];
      if (directory !== undefined) contents.set(side, await readContent(repository, directory));
    }
    for (const [side, content] of contents) {
      const other = contents.get(side === 'before' ? 'after' : 'before');
      problems.push(...describe(content, other ?? content).map((one) => ({ ...one, side })));
    }
  }
  return withoutRepeats(problems);
}

function describe(content: Content, other: Content): Problem[] {
  const empty = [...content.submodules].filter(([, { isEmpty }]) => isEmpty);
  const isMoved = ([path, { commit }]: (typeof empty)[number]): boolean =>
    other.submodules.get(path)?.commit !== commit;
  const standIns = [...content.standIns].map(([path, one]) => ({
    ...{ path, kind: one.kind, isExcluded: one.isExcluded },
    isMoved: other.standIns.get(path)?.object !== one.object,
  }));
  const listKind = (kind: StandInKind): string[] =>
    standIns
      .filter((one) => one.kind === kind && !one.isExcluded && (kind === 'lfs' || one.isMoved))
      .map(({ path }) => path);
  return [
    ...name(submoduleMissing, empty.filter(isMoved).map(toPath), texts.moved),
    ...name('submodules-empty', empty.filter((one) => !isMoved(one)).map(toPath), texts.unmoved),
    ...name(contentMissing, listKind('lfs'), texts.lfs),
    ...name(contentMissing, listKind('git-crypt'), texts['git-crypt']),
    ...name(contentMissing, listKind('annex'), texts.annex),
  ];
}

function toPath([path]: readonly [string, unknown]): string {
  return path;
}

/** What is wrong, and what to do. */
const texts = {
  moved: [
    'the change moves submodules whose folders are empty',
    'Let setup run git submodule update --init --recursive; where .gitmodules does not name a folder, commit its files',
  ],
  unmoved: [
    'submodules are empty folders',
    'If the tests need them, let setup run git submodule update --init --recursive',
  ],
  lfs: [
    'pointers of Git LFS are in the place of files',
    'Install git-lfs and fetch the files (actions/checkout: lfs: true), or let setup run git lfs pull. If no test reads them, name them in lfs.fetchexclude of .lfsconfig',
  ],
  'git-crypt': ['the change touches files that git-crypt has locked', 'Unlock them in setup'],
  annex: ['the change touches files that git-annex has not fetched', 'Fetch them in setup'],
} as const;

const mostNamed = 5;

function name(
  code: string,
  paths: readonly string[],
  [what, remedy]: readonly [string, string],
): Problem[] {
  if (paths.length === 0) return [];
  const named = paths.slice(0, mostNamed).map((path) => JSON.stringify(path.slice(0, 120)));
  const more = paths.length > mostNamed ? ` and ${paths.length - mostNamed} more` : '';
  return [{ code, message: `${what}: ${named.join(', ')}${more}. ${remedy}` }];
}

/** All builds of a side mostly lack the same. */
function withoutRepeats(problems: readonly Problem[]): Problem[] {
  return [...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values()];
}
