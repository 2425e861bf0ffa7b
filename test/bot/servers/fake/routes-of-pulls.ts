import { refuse } from '../../../servers/github/answer.ts';
import { page, type Call, type Route } from './answer.ts';
import { findMergeBase, listAncestors, listDifferences, readCommit } from './history.ts';
import { showPull, showSimplePull } from './show-pull.ts';
import { example, findRepository, type Json } from './show.ts';
import type { FakePull, FakeRepository, RequiredCheck } from './state.ts';

const needs = [['pull_requests', 'read']] as const;

export const pullRoutes: Route[] = [
  {
    ...{ method: 'GET', path: 'pulls', needs },
    answer: (call) => page(call, listPulls(call).map(simple(call))),
  },
  {
    ...{ method: 'GET', path: 'pulls/*', needs },
    answer: (call) =>
      withPull(call, (pull) => {
        const body = showPull(call.state, call.repository, pull);
        // Being asked is what makes GitHub find it out.
        pull.mergeKnownOf = pull.head.commit;
        return { status: 200, body };
      }),
  },
  {
    ...{ method: 'GET', path: 'pulls/*/files', needs },
    answer: (call) => withPull(call, (pull) => page(call, listFiles(call, pull))),
  },
  {
    ...{ method: 'GET', path: 'commits/*/pulls', needs },
    answer: (call) => {
      const { repository, parts, state } = call;
      const [commit = ''] = parts;
      if (!repository.commits.has(commit)) return refuse(422, `No commit found for SHA: ${commit}`);
      // Those too that are to be merged into a fork, or where this one was forked from.
      const having = state.repositories.flatMap((base) =>
        base.pulls
          .filter(({ head }) => base === repository || head.repositoryId === repository.id)
          .filter(({ head }) => listAncestors(repository, head.commit).includes(commit))
          .map((pull) => showSimplePull(state, base, pull)),
      );
      return page(call, having);
    },
  },
];

function simple({ state, repository }: Call): (pull: FakePull) => Json {
  return (pull) => showSimplePull(state, repository, pull);
}

function withPull(call: Call, answer: (pull: FakePull) => ReturnType<Route['answer']>) {
  const pull = call.repository.pulls.find(({ number }) => number === Number(call.parts[0]));
  return pull === undefined ? refuse(404, 'Not Found') : answer(pull);
}

function listPulls({ state, repository, query }: Call): FakePull[] {
  const wanted = query.get('state') ?? 'open';
  const [owner, branch] = query.get('head')?.split(/:(.*)/s) ?? [];
  const by = query.get('sort') === 'updated' ? 'updatedAtMs' : 'createdAtMs';
  const sign = query.get('direction') === 'asc' ? 1 : -1;
  return repository.pulls
    .filter((pull) => wanted === 'all' || pull.state === wanted)
    .filter(({ baseBranch }) => (query.get('base') ?? baseBranch) === baseBranch)
    .filter(({ head }) => {
      if (owner === undefined) return true;
      return head.branch === branch && findRepository(state, head.repositoryId).owner === owner;
    })
    .sort((a, b) => sign * (a[by] - b[by] || a.number - b.number));
}

/** GitHub lists 3,000 at most and does not say that there are more. */
const mostFiles = 3000;

function listFiles({ repository }: Call, pull: FakePull): Json[] {
  const base = repository.branches.get(pull.baseBranch) ?? '';
  const from = findMergeBase(repository, base, pull.head.commit) ?? base;
  const paths =
    pull.changedFiles ??
    listDifferences(readCommit(repository, from), readCommit(repository, pull.head.commit));
  const [shown] = Object.values(example('diff-entry-items')) as [Json];
  return paths.slice(0, mostFiles).map((filename) => ({ ...shown, filename, status: 'modified' }));
}

/** What has to be good before a merge into the branch, by its protection and by rulesets. */
function listRequired(repository: FakeRepository, branch: string): RequiredCheck[] {
  const { protections, rules } = repository;
  return [...(protections.get(branch) ?? []), ...(rules.get(branch) ?? [])];
}

/**
 * The required checks that are not good at a commit: the newest of a name counts, and skipped or neutral
 * ones are good.
 */
export function listMissingChecks(
  repository: FakeRepository,
  branch: string,
  commit: string,
): string[] {
  return listRequired(repository, branch)
    .filter(({ context, appId }) => {
      const runs = repository.checks.filter(
        ({ name, head, appId: by }) =>
          name === context && head === commit && (appId === undefined || appId === by),
      );
      const newest = runs.sort((a, b) => b.id - a.id)[0];
      const isGood = ['success', 'neutral', 'skipped'].includes(newest?.conclusion ?? '');
      return newest?.status !== 'completed' || !isGood;
    })
    .map(({ context }) => context);
}
