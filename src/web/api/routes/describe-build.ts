import { listRed } from '../../../contract/alerts.ts';
import type { JudgedBuild } from '../../../contract/documents.ts';
import { fewestLevels } from '../../../history/find-level-changes.ts';
import type { StoredBuild } from '../../../store/series-point.ts';
import type { BuildSummary, Machine, BuildPage } from '../answers.ts';
import { linkTo } from '../page-addresses.ts';
import { listWords, pageOf } from '../repository/page-of.ts';
import type { RouteContext } from './route.ts';

/**
 * The public facts of a build, without its metrics and machines.
 * @param judged what a bot keeps of it
 */
export function describeBuild(facts: StoredBuild, judged?: JudgedBuild): BuildSummary {
  const { author, baseline, branch, branchKind, commit, committedAtMs, importedFrom } = facts;
  const { atMs, durationMs, isComplete, links, local = {}, pullRequest, runId } = facts;
  const { subject, suite } = facts;
  const conclusion = judged?.conclusion ?? local.conclusion;
  return {
    ...{ suite, runId, atMs, commit, baseline, branchKind, isComplete },
    branch,
    pullRequest,
    author,
    subject,
    durationMs,
    committedAtMs,
    importedFrom,
    links,
    conclusion,
    ...(judged === undefined ? {} : { check: describeCheck(judged) }),
    ...(local.isUncommitted === undefined ? {} : { isUncommitted: true }),
    ...(local.hasReport === undefined ? {} : { report: linkTo.report(runId) }),
  };
}

function describeCheck({ cleared = 0, confirmed = 0, isRed }: JudgedBuild) {
  return { isRed, cleared, confirmed };
}

export function describeMachines({ machines = [] }: StoredBuild): Machine[] {
  return machines.map(({ cores, cpu, image, kernel, microcode, node, toolchain }) => ({
    ...{ cpu, cores, kernel },
    microcode,
    node,
    toolchain,
    image,
  }));
}

/** Builds that are red still, where no level says so. */
export function findRed({
  catalogue: { builds, order },
  describeBuild,
}: Pick<RouteContext, 'catalogue' | 'describeBuild'>): ReadonlySet<StoredBuild> {
  const hasLevels = order.commits.length >= fewestLevels;
  // The verdict of each build of a service is a question to the ledger of its bot.
  const asked = hasLevels ? builds.filter(({ local }) => local?.hasReport === true) : builds;
  const described = new Map(asked.map((build) => [describeBuild(build), build]));
  const red = listRed([...described.keys()], hasLevels);
  return new Set(red.flatMap((one) => described.get(one) ?? []));
}

function hasWords(build: StoredBuild, words: readonly string[]): boolean {
  const { author, branch, commit, pullRequest, subject } = build;
  const own = [subject, author, branch, commit, pullRequest === undefined ? '' : `#${pullRequest}`];
  const text = own.join(' ').toLowerCase();
  return words.every((word) => text.includes(word));
}

export function listBuilds({ catalogue, describeBuild, given }: RouteContext): BuildPage {
  const exact = (['suite', 'branchKind', 'pullRequest'] as const).filter(
    (key) => given[key] !== undefined,
  );
  const { commit = '' } = given;
  const words = listWords(given['text']);
  const found = catalogue.builds.filter(
    (build) =>
      exact.every((key) => build[key] === given[key]) &&
      build.commit.startsWith(String(commit)) &&
      hasWords(build, words),
  );
  const { items, next } = pageOf(found, given, ({ runId, suite }) => `${suite}\u0000${runId}`);
  return {
    builds: items.map((one) => describeBuild(one)),
    next,
  };
}
