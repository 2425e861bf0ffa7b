import type { Logger } from '../../../src/logging/logger.ts';
import type { Patience } from '../../../src/async/tries.ts';
import type { WorkMarks } from '../../../src/async/work-marks.ts';
import type { BotContext } from '../../../src/settings/bot-role.ts';
import type { BotMetrics } from '../bot-metrics.ts';
import type { Delivery } from '../deliveries/delivery.ts';
import type { GithubSide } from '../github/open-github-side.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Repository, Subject } from '../subject.ts';

/** The world as the work of the bot sees it. */
export interface WorkPorts {
  appId: number;
  /** The log of webhooks. */
  deliveries: BotContext['deliveries'];
  groups: BotContext['settings']['groups'];
  /** Events of builds. */
  builds: BotContext['builds'];
  github: Pick<
    GithubSide,
    | 'findPullRequests'
    | 'listOpenPullRequests'
    | 'findRunOrigin'
    | 'defaultBranch'
    | 'listRepositories'
    | 'readFile'
    | 'redeliverMissed'
  >;
  ledger: Pick<Ledger, 'scheduleLook' | 'listDue' | 'noteFinished' | 'listUnfinished' | 'maintain'>;
  /** Notes the work in progress, for the case that this process dies of it. */
  marks?: WorkMarks;
  findFacts: BotContext['findFacts'];
  readers: Pick<BotContext['readers'], 'findShared'>;
  /** Makes check and comment say what is true. */
  reconcile(subject: Subject, signal: AbortSignal): Promise<void>;
  /** Makes the issue about the gate of a repository say what is true. */
  watchGate(repository: Repository, signal: AbortSignal): Promise<void>;
  /** Does what a comment or a button asks for. Doing it again changes nothing. */
  executeCommand(delivery: Delivery): Promise<void>;
  logger: Logger;
  metrics: BotMetrics;
  /** Since 1970. */
  nowMs(): number;
  /** Goes forward only, whatever happens to the time of day. */
  clockMs(): number;
}

export interface WorkLimits {
  /** Jobs in work at the same time. */
  workers: number;
  /** Messages whose work is not done. Above it nothing more is read: the lag of the logs tells. */
  maxHeldMessages: number;
  patience: Patience;
  /** How often it is looked for what is due. */
  dueEveryMs: number;
  sweepEveryMs: number;
  /** How often the jobs of one build that end wake its search. Buildkite allows 200 questions a minute. */
  jobsEveryMs: number;
}

export const usualLimits: WorkLimits = {
  /** They wait for GitHub: for an answer, or for an installation's turn to write. */
  workers: 16,
  maxHeldMessages: 20_000,
  patience: { firstPauseMs: 1_000, longestPauseMs: 300_000 },
  dueEveryMs: 1_000,
  sweepEveryMs: 3_600_000,
  jobsEveryMs: 10_000,
};
