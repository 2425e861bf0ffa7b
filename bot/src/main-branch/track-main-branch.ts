import type { MainBranchView } from '../../../src/report/pull-request/main-branch-view.ts';
import { Refused } from '../../../src/transport/platform-errors.ts';
import type { LookPorts } from '../ports.ts';
import { createTurns } from '../../../src/operations/take-turns.ts';
import type { Repository } from '../subject.ts';
import { describeCulprit } from './describe-culprit.ts';
import { findBlindSpots } from './find-blind-spots.ts';
import { judgePast } from './judge-past.ts';
import type { JudgedPush } from './judged-push.ts';
import { type KnownParents, readPush, walkPushes } from './walk-pushes.ts';
import { writeIssue } from './write-issue.ts';

export interface MainBranch {
  /**
   * Makes one issue for each push that made the default branch slower than allowed say where it stands.
   * Whichever push was looked at: it is worked out from the tip of the branch.
   * Without the permission there is no issue.
   * @param pushed that was looked at: the issue of one that is too long ago for that is closed where all of it
   *   is accepted or cleared by now
   * @throws Unavailable, Refused when the branch cannot be read
   */
  track(repository: Repository, pushed: string, signal: AbortSignal): Promise<void>;
}

export function createMainBranch(ports: LookPorts): MainBranch {
  const parents: KnownParents = new Map();
  const inTurn = createTurns();
  const track = async (
    repository: Repository,
    pushed: string,
    signal: AbortSignal,
  ): Promise<void> => {
    const { github, ledger } = ports;
    const branch = await github.defaultBranch(repository);
    // What a branch has in common with itself is its tip.
    const tip = await github.findMergeBase(repository, branch, branch);
    if (tip === undefined) return;
    const walked = await walkPushes(ports, parents, repository, tip);
    const pushes: JudgedPush[] = [];
    for (const push of walked.toReversed()) {
      pushes.push(await judgePast(ports, repository, branch, push, signal));
    }
    for (const [index, push] of pushes.entries()) {
      const ofSuite = pushes.slice(index + 1).filter((one) => one.key.suite === push.key.suite);
      const view = describe(push, ofSuite, branch);
      if (view !== undefined)
        await tellIn(repository, await noteBlindSpots(repository, push, view));
    }
    if (pushes.some(({ commit }) => commit === pushed)) return;
    const old = readPush(ledger, repository, pushed);
    if (old === undefined) return;
    const view = describe(await judgePast(ports, repository, branch, old, signal), [], branch);
    // The state of the rest was not looked up.
    if (view?.state === 'accepted' || view?.state === 'cleared') await tellIn(repository, view);
  };
  const describe = (
    push: JudgedPush,
    later: readonly JudgedPush[],
    branch: string,
  ): MainBranchView | undefined => {
    const { judgement, key, verdict } = push;
    if (judgement === undefined) return undefined;
    const page = ports.pageUrl(key);
    const run = verdict.build.links?.['build'];
    const links = {
      ...(run === undefined ? {} : { run }),
      ...(page === undefined ? {} : { page }),
      logs: {},
    };
    return describeCulprit({ ...push, judgement }, later, { branch, links });
  };
  /** Once found they stay, though what was observed is kept for a while only; not where the alarm was false. */
  const noteBlindSpots = async (
    repository: Repository,
    push: JudgedPush,
    view: MainBranchView,
  ): Promise<MainBranchView> => {
    const { commit, key, planned } = push;
    const { brokenTests, series, state } = view;
    const names = [...series.map((one) => one.series.test), ...brokenTests.map(({ name }) => name)];
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
  /** A repository may have no issues, and the app no right to them: the check of the push says the same. */
  const tellIn = async (repository: Repository, view: MainBranchView): Promise<void> => {
    try {
      await writeIssue(ports.github, repository, view);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const { commit } = view.culprit;
      ports.logger.log('warn', 'no issue tells of a slower push', { commit, why: error.message });
    }
  };
  // Two pushes that are looked at side by side would each open the issue.
  return {
    track: (repository, pushed, signal) =>
      inTurn(String(repository.id), () => track(repository, pushed, signal)),
  };
}
