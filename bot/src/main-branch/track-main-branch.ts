import { type Alert, isAlertOpen } from '../../../src/contract/alerts.ts';
import type { Suite } from '../../../src/contract/suite.ts';
import { renderAlert } from '../../../src/report/pull-request/render-alert.ts';
import { renderIssue } from '../../../src/report/pull-request/render-issue.ts';
import type { SeriesIdentity } from '../../../src/contract/series-key.ts';
import type { MainBranchView } from '../../../src/report/pull-request/main-branch-view.ts';
import { Refused } from '../../../src/transport/platform-errors.ts';
import { readConfiguration } from '../change/read-configuration.ts';
import { digestText } from '../../../src/transport/github/markers.ts';
import type { LookPorts } from '../ports.ts';
import { createTurns } from '../../../src/async/take-turns.ts';
import type { Repository } from '../subject.ts';
import { describeCulprit } from './describe-culprit.ts';
import { findBlindSpots } from './find-blind-spots.ts';
import { judgePast } from './judge-past.ts';
import { followHistory, type KnownTrees } from './follow-history.ts';
import { type JudgedPush, listAttempts } from './judged-push.ts';
import { keepPushAlert } from './keep-push-alert.ts';
import { markAlert, markCulprit, type IssueText, writeIssue } from './write-issue.ts';
import { type KnownCommits, readBranchCommits } from './read-branch-commits.ts';
import { type KnownParents, readPush, walkPushes } from './walk-pushes.ts';

export interface MainBranch {
  /**
   * Makes one issue for each alert of the default branch say where it stands: for each push that made it slower than
   * allowed, and for what its history shows. Whichever push was looked at: it is worked out from the tip of the branch.
   * Without the permission there is no issue.
   * @param pushed that was looked at: the issue of one that is too long ago for that is closed where all of it
   *   is accepted or cleared by now
   * @throws Unavailable, Refused when the branch cannot be read
   */
  track(repository: Repository, pushed: string, signal: AbortSignal): Promise<void>;
}

export function createMainBranch(ports: LookPorts): MainBranch {
  const parents: KnownParents = new Map();
  const commits: KnownCommits = new Map();
  const trees: KnownTrees = new Map();
  /** Id of a repository → what its history was looked at for. */
  const followed = new Map<number, string>();
  const inTurn = createTurns();
  const track = async (
    repository: Repository,
    pushed: string,
    signal: AbortSignal,
  ): Promise<void> => {
    const { github, ledger } = ports;
    const branch = await github.defaultBranch(repository);
    // The merge base of a branch with itself is its tip.
    const tip = await github.findMergeBase(repository, branch, branch);
    if (tip === undefined) return;
    const walked = await walkPushes(ports, parents, repository, tip);
    const pushes: JudgedPush[] = [];
    for (const push of walked.toReversed()) {
      pushes.push(await judgePast(ports, repository, branch, push, signal));
    }
    for (const [index, push] of pushes.entries()) {
      const ofSuite = pushes.slice(index + 1).filter((one) => one.key.suite === push.key.suite);
      const view = describe(repository, push, ofSuite, branch);
      if (view !== undefined)
        await writeIssues(repository, await noteBlindSpots(repository, push, view));
    }
    await reportHistory(repository, { branch, tip, pushed });
    if (pushes.some(({ commit }) => commit === pushed)) return;
    const old = readPush(ledger, repository, pushed);
    if (old === undefined) return;
    const past = await judgePast(ports, repository, branch, old, signal);
    const view = describe(repository, past, [], branch);
    // The state of the rest was not looked up.
    if (view?.state === 'accepted' || view?.state === 'cleared')
      await writeIssues(repository, view);
  };
  /** The worst series on the dashboard, where there is one. */
  const linkHistory = (
    { name, owner }: Repository,
    suite: string,
    series: SeriesIdentity | undefined,
    run?: string,
  ): { history?: string } => {
    const of = { repository: `${owner}/${name}`, suite, run };
    const history = series && ports.seriesUrl({ ...of, series });
    return history === undefined ? {} : { history };
  };
  const describe = (
    repository: Repository,
    push: JudgedPush,
    later: readonly JudgedPush[],
    branch: string,
  ): MainBranchView | undefined => {
    const { judgement, key, verdict } = push;
    if (judgement === undefined) return undefined;
    const page = ports.pageUrl(key);
    const run = verdict.build.links?.['build'];
    const links = {
      run,
      page,
      logs: {},
    };
    const view = describeCulprit({ ...push, judgement }, later, { branch, links });
    const [worst] = view?.series ?? [];
    const history = linkHistory(repository, key.suite, worst?.series, key.runId);
    return view && { ...view, links: { ...links, ...history } };
  };
  /** Once found they stay, though what was observed is kept for a while only; not where the alarm was false. */
  const noteBlindSpots = async (
    repository: Repository,
    push: JudgedPush,
    view: MainBranchView,
  ): Promise<MainBranchView> => {
    const { commit, key, planned } = push;
    const { brokenTests, series, state } = view;
    const names = [
      ...series.map((one) => one.series.test),
      ...brokenTests.map(({ name, outcome }) => outcome?.name ?? name),
    ];
    const moved = state === 'cleared' ? [] : [...new Set(names)];
    const known = ports.ledger.readBlindSpots(key, commit);
    const open = moved.filter((name) => !known.includes(name));
    const found = planned && {
      ...{ ports, repository, push, moved: open },
      ...{ planned: planned.suite, plan: planned.plan },
    };
    const fresh = found === undefined ? [] : await findBlindSpots(found);
    const spots = moved.filter((name) => known.includes(name) || fresh.includes(name));
    if (spots.length !== known.length || fresh.length > 0) {
      ports.ledger.noteBlindSpots(key, commit, spots, ports.nowMs());
    }
    return { ...view, blindSpots: spots };
  };
  const writeIssues = async (repository: Repository, view: MainBranchView): Promise<void> => {
    const place = { atMs: ports.nowMs(), repository: nameOf(repository) };
    const alert = keepPushAlert(ports.ledger, view, place);
    const { commit } = view.culprit;
    const marker = markCulprit({ commit, suite: view.suite });
    // Without an alert there may be an issue of an earlier version.
    const shown = alert === undefined ? view : { ...view, alert };
    const text = renderIssue(shown, { marker });
    const isOpen = view.state === 'open' && alert !== undefined && isAlertOpen(alert);
    await write(repository, commit, { ...text, marker, isOpen });
  };
  /** The order of pushes changes nothing, so one look for each of them and its attempts is enough. */
  const reportHistory = async (
    repository: Repository,
    { branch, pushed, tip }: { branch: string; pushed: string; tip: string },
  ): Promise<void> => {
    const { github, ledger } = ports;
    const suite = await readRules(ports, repository, branch, tip);
    if (suite === undefined) return;
    ledger.keepBudget({ repositoryId: repository.id, suite: suite.name }, suite.budget);
    const push = readPush(ledger, repository, pushed);
    const seen = [tip, pushed, push === undefined ? 0 : listAttempts(push).length].join(' ');
    if (followed.get(repository.id) !== seen) {
      const branchCommits = await readBranchCommits(github, commits, repository, tip);
      await followHistory(ports, { repository, branch, branchCommits, suite, trees });
      followed.set(repository.id, seen);
    }
    const alerts = ledger.listAlerts(nameOf(repository)).filter(isOfHistory);
    for (const alert of alerts.filter((one) => one.suite === suite.name)) {
      const { commit, number, told } = alert;
      const marker = markAlert(alert);
      const links = { logs: {}, ...linkHistory(repository, alert.suite, alert.series[0]) };
      const text = renderAlert(alert, { branch, links, marker });
      const digest = digestText(`${text.title}\n${text.body}`);
      if (told === digest || (told === undefined && !isAlertOpen(alert))) continue;
      if (!(await write(repository, commit, { ...text, marker, isOpen: isAlertOpen(alert) }))) {
        continue;
      }
      ledger.changeAlert(nameOf(repository), number, (one) => ({ ...one, told: digest }));
    }
  };
  /**
   * A repository may have no issues, and the app no right to them: the check of a push says the same.
   * @returns whether it was written
   */
  const write = async (
    repository: Repository,
    commit: string,
    issue: IssueText,
  ): Promise<boolean> => {
    try {
      await writeIssue(ports.github, repository, issue);
      return true;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const why = error.message;
      ports.logger.log('warn', 'no issue tells of what made the branch slower', { commit, why });
      return false;
    }
  };
  // Two pushes that are looked at side by side would each open the issue.
  return {
    track: (repository, pushed, signal) =>
      inTurn(String(repository.id), () => track(repository, pushed, signal)),
  };
}

function isOfHistory({ foundBy }: Alert): boolean {
  return foundBy !== 'push';
}

function nameOf({ name, owner }: Repository): string {
  return `${owner}/${name}`;
}

/** perigee.yml at the tip of the branch. */
async function readRules(
  ports: LookPorts,
  repository: Repository,
  branch: string,
  tip: string,
): Promise<Suite | undefined> {
  const { base } = await readConfiguration(ports, {
    subject: { kind: 'push', repository, commit: tip },
    ...{ kind: 'push', head: tip, before: tip, rulesAt: tip, targetBranch: branch },
    ...{ isOpen: true, fork: false, event: 'push' },
  });
  return base.kind === 'valid' ? base.suite : undefined;
}
