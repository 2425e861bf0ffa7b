import { openPurses, payAlsoFrom, payFrom, type Purse } from '../../src/transport/rest/spending.ts';
import type { BotMetrics } from './bot-metrics.ts';
import type { Delivery } from './deliveries/delivery.ts';
import type { GithubSide } from './github/github-side.ts';
import type { Repository, Subject } from './subject.ts';

const windowMs = 60 * 60_000;
/** A push costs some 23 requests. GitHub counts 5,000 an hour for all repositories of an installation. */
const ofPullRequest = { requests: 500, bytes: 512 * 1024 * 1024 };
/** Budget for pull requests from forks, and for commands. */
const ofAuthor = { requests: 1_000, bytes: 1024 * 1024 * 1024 };

export interface SpendingLimits {
  /** The same side, on which the author of a fork pays for what is asked about their pull request. */
  payingSide(github: GithubSide): GithubSide;
  look<T>(subject: Subject, work: () => Promise<T>): Promise<T>;
  /** The author of the command pays, not the pull request: a hostile one cannot hold up a maintainer. */
  command<T>(delivery: Delivery, work: () => Promise<T>): Promise<T>;
}

/** What one pull request and one author may cost in an hour. Above it their work waits for the next. */
export function limitSpending(
  metrics: Pick<BotMetrics, 'overBudget'>,
  clockMs: () => number,
  limits = { ofPullRequest, ofAuthor },
): SpendingLimits {
  const onSpent = (of: string): void => metrics.overBudget.add(1, { of });
  const purseOfPull = openPurses({ limits: limits.ofPullRequest, windowMs, clockMs, onSpent });
  const purseOfAuthor = openPurses({ limits: limits.ofAuthor, windowMs, clockMs, onSpent });
  const authorOf = ({ id }: Repository, login: string): Purse =>
    purseOfAuthor('author', `${login.toLowerCase()} in ${id}`);
  return {
    payingSide: (github) => ({
      ...github,
      readPullRequest: async (repository, number) => {
        const found = await github.readPullRequest(repository, number);
        if (found?.fork === true) payAlsoFrom(authorOf(repository, found.author));
        return found;
      },
    }),
    look: (subject, work) => {
      // What is merged, or queued by somebody who may, is no stranger's.
      if (subject.kind !== 'pull-request') return work();
      const { number, repository } = subject;
      return payFrom([purseOfPull('pull request', `${number} in ${repository.id}`)], work);
    },
    command: ({ repository, what }, work) => {
      const login =
        what.kind === 'comment' ? what.author : what.kind === 'button' ? what.sender : undefined;
      return login === undefined ? work() : payFrom([authorOf(repository, login)], work);
    },
  };
}
