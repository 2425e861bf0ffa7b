import { seriesKey } from '../../../src/contract/series-key.ts';
import { openAcceptedKeys } from '../../../src/gate/hold-accepts.ts';
import type { MeasuredAttempt, RunHistory } from '../../../src/gate/run-history.ts';
import { readQueueBranch } from '../../../src/transport/github/names.ts';
import type { LookPorts } from '../ports.ts';
import type { Change } from './read-change.ts';

/** More accepts than this at a time are those of an accident; each costs a question or two. */
const mostAsked = 100;

/**
 * The pull requests whose accepts hold for this change: itself, the one that a merge group merges, or those
 * that a push has merged. Of these only such as have accepted a series that is worse now: GitHub has to be
 * asked about each, and most pushes have none.
 * @param history of its runs
 */
export async function findAcceptors(
  { github, ledger, nowMs }: Pick<LookPorts, 'github' | 'ledger' | 'nowMs'>,
  { before, head, subject }: Change,
  run: { headBranch?: string } | undefined,
  history: readonly Pick<RunHistory, 'attempts'>[],
): Promise<number[]> {
  switch (subject.kind) {
    case 'pull-request':
      return [subject.number];
    case 'merge-group': {
      const queued = readQueueBranch(run?.headBranch);
      return queued === undefined ? [] : [queued.pullRequest];
    }
    case 'push': {
      const { repository } = subject;
      const attempts = history.flatMap((one) => one.attempts);
      const worse = listRegressed(attempts);
      if (worse.size === 0) return [];
      const keyOf = openAcceptedKeys(attempts);
      const accepts = ledger
        .listAccepts(repository.id, nowMs())
        .filter(({ series }) => series.some((one) => worse.has(keyOf(one))));
      const numbers = new Set(accepts.flatMap(({ number }) => number ?? []));
      const isIn = async (commit: string, tip: string): Promise<boolean> =>
        commit === tip || (await github.findMergeBase(repository, commit, tip)) === commit;
      const merged: number[] = [];
      for (const number of [...numbers].sort((a, b) => b - a).slice(0, mostAsked)) {
        const commit = (await github.readPullRequest(repository, number))?.mergeCommit;
        if (commit === undefined || !(await isIn(commit, head))) continue;
        if (before === undefined || !(await isIn(commit, before))) merged.push(number);
      }
      return merged;
    }
  }
}

/** Keys of all series that any attempt called regressed. */
function listRegressed(attempts: readonly MeasuredAttempt[]): Set<string> {
  return new Set(
    attempts.flatMap(({ verdict }) =>
      verdict.series.filter(({ state }) => state === 'regressed').map(seriesKey),
    ),
  );
}
