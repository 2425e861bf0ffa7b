import { machineSpan } from '../../../src/contract/canaries.ts';
import type { Alert } from '../../../src/contract/alerts.ts';
import type { Suite } from '../../../src/contract/suite.ts';
import { fewestLevels } from '../../../src/history/find-level-changes.ts';
import type { Release } from '../../../src/runner/revisions/find-last-release.ts';
import type { Commit } from '../../../src/runner/revisions/read-first-parents.ts';
import type { StoredSpan } from '../../../src/series/series-point.ts';
import { StoreUnavailable } from '../../../src/series/series-store.ts';
import { followBranch } from '../../../src/steps/history/follow-branch.ts';
import { keepAlerts, readAlarms } from '../../../src/steps/history/keep-alerts.ts';
import { createPlaces, readBuilds } from '../../../src/steps/history/read-history-runs.ts';
import { createResolver } from '../../../src/verdict/thresholds/resolve-threshold.ts';
import type { LookPorts } from '../ports.ts';
import type { Repository } from '../subject.ts';

/** Of each series. Older ones change no answer about new ones. */
const mostBuilds = 300;
/** Together they take some seconds, in which other work goes on. */
const mostSeries = 400;

export interface FollowedPlace {
  repository: Repository;
  branch: string;
  /** Of the branch, oldest first. */
  commits: readonly Commit[];
  /** As the tip has it. */
  suite: Suite;
}

/**
 * Brings the alerts of a branch up to date with its history: opens what it shows, and closes what is over.
 * @returns those that changed; none where the store does not answer
 */
export async function followHistory(
  { github, ledger, logger, nowMs, store }: LookPorts,
  { branch, commits, repository, suite }: FollowedPlace,
): Promise<Alert[]> {
  if (commits.length < fewestLevels) return [];
  const name = `${repository.owner}/${repository.name}`;
  try {
    const spans = await store.listSpans(name, suite.name);
    const chosen = chooseSeries(spans, suite, { branch, nowMs: nowMs() });
    if (chosen.length > mostSeries) {
      const why = `${chosen.length} series may block, and ${mostSeries} are followed`;
      logger.log('warn', 'the history opens no alerts of some series', { why });
    }
    const placeOf = createPlaces({ branch, commits }, new Map());
    const stored: Awaited<ReturnType<typeof readBuilds>>[] = [];
    for (const { metric, span } of chosen.slice(0, mostSeries)) {
      stored.push(await readBuilds(store, span, metric, mostBuilds));
    }
    if (stored.length === 0) return [];
    const release =
      suite.budget === undefined
        ? undefined
        : findRelease(await github.listTags(repository), commits);
    const histories = await followBranch({
      ...{ repository: name, mainline: { branch, commits }, stored, placeOf },
      budgetOf: () => suite.budget,
      ...(release === undefined ? {} : { release }),
    });
    const machines = spans.filter(({ test }) => test === machineSpan.test);
    const alarmsOf = await readAlarms(store, machines, placeOf);
    return keepAlerts(histories, alarmsOf, { alerts: ledger, atMs: nowMs() });
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    logger.log('warn', 'the history opens no alerts now', { why: error.message });
    return [];
  }
}

/** Those whose rule blocks. */
function chooseSeries(
  spans: readonly StoredSpan[],
  { tests, thresholds }: Suite,
  { branch, nowMs }: { branch: string; nowMs: number },
): { span: StoredSpan; metric: string }[] {
  const tagsOf = new Map(tests.map(({ name, tags }) => [name, tags]));
  const today = new Date(nowMs).toISOString().slice(0, 10);
  const resolve = createResolver(thresholds, { tagsOf, targetBranch: branch }, today);
  // A removed test still has a history, but nobody can fix it any more.
  const ofNow = spans.filter(({ test }) => tagsOf.has(test));
  return ofNow.flatMap((span) =>
    span.metrics
      .filter((metric) => resolve({ ...span, metric }).action === 'block')
      .map((metric) => ({ span, metric })),
  );
}

/** The newest tag of a commit of the branch, before its tip. */
function findRelease(
  tags: readonly { name: string; commit: string }[],
  commits: readonly Commit[],
): Release | undefined {
  const names = new Map(tags.map(({ commit, name }) => [commit, name]));
  const found = commits.slice(0, -1).findLast(({ commit }) => names.has(commit));
  const tag = found && names.get(found.commit);
  return found && tag !== undefined ? { tag, commit: found.commit, base: found.commit } : undefined;
}
