import { formatDay } from '../../../src/contract/format-time.ts';
import { machineSpan } from '../../../src/contract/canaries.ts';
import type { Alert } from '../../../src/contract/alerts.ts';
import type { ThresholdUsed } from '../../../src/contract/documents.ts';
import { listRenamed } from '../../../src/contract/renames.ts';
import type { Suite } from '../../../src/contract/suite.ts';
import { fewestLevels } from '../../../src/history/find-level-changes.ts';
import { isReleaseTag, type Release } from '../../../src/runner/revisions/find-last-release.ts';
import type { Commit } from '../../../src/runner/revisions/read-first-parents.ts';
import type { BranchCommits } from './read-branch-commits.ts';
import { joinRenamed } from '../../../src/store/join-renamed.ts';
import type { StoredSpan } from '../../../src/store/series-point.ts';
import { StoreUnavailable } from '../../../src/store/series-store.ts';
import { followBranch } from '../../../src/pipeline/history/follow-branch.ts';
import { keepAlerts, readAlarms } from '../../../src/pipeline/history/keep-alerts.ts';
import { createPlaces, readBuilds } from '../../../src/pipeline/history/read-history-runs.ts';
import { contextOfTests } from '../../../src/verdict/thresholds/match-rule.ts';
import { createResolver } from '../../../src/verdict/thresholds/resolve-threshold.ts';
import { Refused } from '../../../src/transport/platform-errors.ts';
import type { GithubSide } from '../github/open-github-side.ts';
import type { LookPorts } from '../ports.ts';
import type { Repository } from '../subject.ts';

/** For each series. Older builds change no answer about new ones. */
const mostBuilds = 300;
/** Together they take some seconds, in which other work goes on. */
const mostSeries = 400;
/** Commits that are asked about in one look. The next looks ask about the others. */
const mostAsked = 100;

/** Commit → the id of its files. A commit never has others, so none is asked about twice. */
export type KnownTrees = Map<string, string>;

export interface FollowedPlace {
  repository: Repository;
  branch: string;
  branchCommits: BranchCommits;
  /** As the tip has it. */
  suite: Suite;
  trees: KnownTrees;
}

/**
 * Brings the alerts of a branch up to date with its history: opens what it shows, and closes what is over.
 * @returns those that changed; none where the store does not answer
 */
export async function followHistory(
  { github, ledger, logger, nowMs, store }: LookPorts,
  { branch, branchCommits, repository, suite, trees }: FollowedPlace,
): Promise<Alert[]> {
  const { commits, isCut } = branchCommits;
  if (commits.length < fewestLevels) return [];
  const name = `${repository.owner}/${repository.name}`;
  try {
    const renamed = listRenamed(suite.tests);
    const spans = joinRenamed(await store.listSpans(name, suite.name), () => renamed);
    const ruleOf = readRules(suite, { branch, nowMs: nowMs() });
    const chosen = chooseSeries(spans, suite, ruleOf);
    if (chosen.length > mostSeries) {
      const why = `${chosen.length} series may block, and ${mostSeries} are followed`;
      logger.log('warn', 'the history opens no alerts of some series', { why });
    }
    const stored: Awaited<ReturnType<typeof readBuilds>>[] = [];
    for (const { metric, span } of chosen.slice(0, mostSeries)) {
      stored.push(await readBuilds(store, span, metric, mostBuilds));
    }
    if (stored.length === 0) return [];
    const aside = listAside(stored, commits).filter((commit) => !trees.has(commit));
    for (const commit of aside.slice(0, mostAsked)) {
      trees.set(commit, await findTree(github, repository, commit));
    }
    const placeOf = createPlaces({ branch, commits }, trees);
    const release =
      suite.budget === undefined
        ? undefined
        : findRelease(await github.listTags(repository), commits);
    const histories = await followBranch({
      ...{
        repository: name,
        mainline: { branch, commits, ...(isCut && { isCut }) },
        stored,
        placeOf,
      },
      limitsOf: (one) =>
        isChosen(one, suite, ruleOf) ? { budget: suite.budget, floor: ruleOf(one).absolute } : {},
      nowMs: nowMs(),
      release,
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

/**
 * Commits that are not on the branch, and were compared with one that is: of an up-to-date pull request the branch may
 * have the files. The newest first.
 */
function listAside(
  stored: readonly Awaited<ReturnType<typeof readBuilds>>[],
  commits: readonly Commit[],
): string[] {
  const known = new Set(commits.map(({ commit }) => commit));
  const found = stored.flatMap(({ builds }) =>
    builds.flatMap(({ build, sides: { after, before } }) =>
      after === undefined || known.has(after.commit) || !known.has(before?.commit ?? '')
        ? []
        : [{ commit: after.commit, atMs: build.atMs }],
    ),
  );
  found.sort((a, b) => b.atMs - a.atMs);
  return [...new Set(found.map(({ commit }) => commit))];
}

/** @returns '' for a commit that is gone */
export async function findTree(
  github: Pick<GithubSide, 'findTree'>,
  repository: Repository,
  commit: string,
): Promise<string> {
  try {
    return await github.findTree(repository, commit);
  } catch (error) {
    if (error instanceof Refused) return '';
    throw error;
  }
}

interface ChosenSeries {
  span: StoredSpan;
  metric: string;
}

type RuleOf = (one: ChosenSeries) => ThresholdUsed;

function readRules(
  { tests, thresholds }: Suite,
  { branch, nowMs }: { branch: string; nowMs: number },
): RuleOf {
  const today = formatDay(nowMs);
  const resolve = createResolver(
    thresholds,
    { ...contextOfTests(tests), targetBranch: branch },
    today,
  );
  return ({ metric, span }) => resolve({ ...span, metric });
}

/** Those whose rule blocks. */
function chooseSeries(spans: readonly StoredSpan[], suite: Suite, ruleOf: RuleOf): ChosenSeries[] {
  return spans
    .flatMap((span) => span.metrics.map((metric) => ({ span, metric })))
    .filter((one) => isChosen(one, suite, ruleOf));
}

/** A removed test still has a history, but there is nothing left to fix. */
function isChosen(one: ChosenSeries, { tests }: Suite, ruleOf: RuleOf): boolean {
  return tests.some(({ name }) => name === one.span.test) && ruleOf(one).action === 'block';
}

/** The newest tag of a commit of the branch, before its tip. */
function findRelease(
  tags: readonly { name: string; commit: string }[],
  commits: readonly Commit[],
): Release | undefined {
  const releases = tags.filter(({ name }) => isReleaseTag(name));
  const names = new Map(releases.map(({ commit, name }) => [commit, name]));
  const found = commits.slice(0, -1).findLast(({ commit }) => names.has(commit));
  const tag = found && names.get(found.commit);
  return found && tag !== undefined ? { tag, commit: found.commit, base: found.commit } : undefined;
}
