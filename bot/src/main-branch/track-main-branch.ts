import type { MainBranchView } from '../../../src/report/pull-request/main-branch-view.ts';
import { GithubRefused } from '../github/github-side.ts';
import type { ReconcilePorts } from '../reconcile/ports.ts';
import { createTurns } from '../reconcile/take-turns.ts';
import type { Repository } from '../subject.ts';
import { describeCulprit } from './describe-culprit.ts';
import { judgePast } from './judge-past.ts';
import type { JudgedPush } from './judged-push.ts';
import { type KnownParents, walkPushes } from './walk-pushes.ts';
import { writeIssue } from './write-issue.ts';

export interface MainBranch {
  /**
   * Makes one issue for each push that made the default branch slower than allowed say where it stands.
   * Whichever push was looked at: it is worked out from the tip of the branch.
   * Where it may write none, there is none.
   * @throws GithubUnavailable, GithubRefused when the branch cannot be read
   */
  track(repository: Repository): Promise<void>;
}

export function createMainBranch(ports: ReconcilePorts): MainBranch {
  const parents: KnownParents = new Map();
  const inTurn = createTurns();
  const track = async (repository: Repository): Promise<void> => {
    const { github, pageUrl } = ports;
    const branch = await github.defaultBranch(repository);
    // What a branch has in common with itself is its tip.
    const tip = await github.findMergeBase(repository, branch, branch);
    if (tip === undefined) return;
    const walked = await walkPushes(ports, parents, repository, tip);
    const pushes: JudgedPush[] = [];
    for (const push of walked.toReversed()) {
      pushes.push(await judgePast(ports, repository, branch, push));
    }
    for (const [index, push] of pushes.entries()) {
      const { judgement, key, verdict } = push;
      if (judgement === undefined) continue;
      const page = pageUrl(key);
      const run = verdict.build.links?.['build'];
      const links = {
        ...(run === undefined ? {} : { run }),
        ...(page === undefined ? {} : { page }),
        logs: {},
      };
      const ofSuite = pushes.slice(index + 1).filter((one) => one.key.suite === key.suite);
      const view = describeCulprit({ ...push, judgement }, ofSuite, { branch, links });
      if (view !== undefined) await tellIn(repository, view);
    }
  };
  /** A repository may have no issues, and the app no right to them: the check of the push says the same. */
  const tellIn = async (repository: Repository, view: MainBranchView): Promise<void> => {
    try {
      await writeIssue(ports.github, repository, view);
    } catch (error) {
      if (!(error instanceof GithubRefused)) throw error;
      const { commit } = view.culprit;
      ports.logger.log('warn', 'no issue tells of a slower push', { commit, why: error.message });
    }
  };
  // Two pushes that are looked at side by side would each open the issue.
  return { track: (repository) => inTurn(String(repository.id), () => track(repository)) };
}
