import type { Problem } from '../../contract/documents.ts';
import type { Bench } from '../bench.ts';
import { isOneTree } from '../revisions/is-one-tree.ts';
import { listWorktrees } from '../revisions/list-worktrees.ts';
import type { RunUnderWay } from '../run-under-way.ts';
import { openCodeJudge } from './judge-code.ts';
import { CodeWatch } from './watch-code.ts';

/**
 * @param onForeign hears at once of other code that a test read from a file
 * @returns undefined where both sides hold the same files, so that no other code can be measured, or nothing observes
 */
export async function openCodeWatch(
  run: RunUnderWay,
  bench: Bench,
  onForeign?: (problem: Problem) => void,
): Promise<CodeWatch | undefined> {
  const { record, repository, request } = run;
  const { codeObserver } = request.ports;
  if (codeObserver === undefined) return undefined;
  const observer = codeObserver === 'none' ? undefined : codeObserver;
  if (await isOneTree(repository, record)) return undefined;
  const others = await listWorktrees(repository, [
    ...bench.checkouts.before,
    ...bench.checkouts.after,
  ]);
  const isServed = request.suite.services.length > 0;
  const roots = [repository.root, ...others];
  const judge = await openCodeJudge({ ...bench, isServed, onForeign }, repository, roots);
  return new CodeWatch(judge, roots, observer);
}
