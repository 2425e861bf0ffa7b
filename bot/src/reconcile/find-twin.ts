import { findQueued } from '../change/find-acceptors.ts';
import { type Change, readChange } from '../change/read-change.ts';
import type { ReadConfiguration } from '../change/read-configuration.ts';
import { type GatherContext, gatherRuns, type Measurements } from './gather-runs.ts';
import { isMeasured } from './is-measured.ts';

/**
 * What was measured of a pull request counts for the merge group that holds the same files on the same base: there is
 * nothing else to measure. Only where every attempt passed, so that there is nothing to confirm and to accept, and
 * not of a fork: its runs are begun by others.
 * @param own what the runs of the group itself have left
 * @returns undefined where the group has to be measured
 */
export async function findTwin(
  { ports, signal }: GatherContext,
  group: Change,
  configuration: ReadConfiguration,
  own: Measurements,
): Promise<Measurements | undefined> {
  const { repository } = group.subject;
  const run = own.current?.run;
  if (group.kind !== 'merge-group' || group.before === undefined || run === undefined)
    return undefined;
  if (isMeasured(own)) return undefined;
  const number = findQueued(run);
  if (number === undefined) return undefined;
  const change = await readChange(ports.github, { kind: 'pull-request', repository, number });
  if (change?.before === undefined || change.fork || change.targetBranch !== group.targetBranch) {
    return undefined;
  }
  const { before } = change;
  const isSame = async (one: string, other: string): Promise<boolean> =>
    one === other ||
    (await ports.github.findTree(repository, one)) ===
      (await ports.github.findTree(repository, other));
  if (!(await isSame(group.head, change.head)) || !(await isSame(group.before, before))) {
    return undefined;
  }
  const found = await gatherRuns({ ports, signal, recall: {} }, change, configuration);
  const verdicts = found.history.flatMap(({ attempts }) => attempts.map(({ verdict }) => verdict));
  if (verdicts.length === 0 || verdicts.some(({ conclusion }) => conclusion !== 'passed')) {
    return undefined;
  }
  const { current } = found;
  return {
    ...{ history: found.history, lost: [], twin: number },
    // Nothing is asked of it, and how it ended is noted of the pull request.
    ...(current === undefined ? {} : { current: { run: current.run, side: current.side } }),
  };
}
