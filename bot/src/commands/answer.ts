import type { Logger } from '../../../src/operations/logger.ts';
import type { GithubSide } from '../github/github-side.ts';
import type { CommandLedger } from '../ledger/open-ledger.ts';
import type { Repository, Subject } from '../subject.ts';

export interface CommandPorts {
  github: GithubSide;
  ledger: CommandLedger;
  /** The subject is to be looked at again: what holds for it has changed. */
  wake(subject: Subject): void;
  /** Since 1970. */
  nowMs(): number;
  logger: Logger;
}

/** One command on one pull request, by somebody who may give it. */
export interface Asked {
  repository: Repository;
  number: number;
  /** The login of whoever asks. */
  by: string;
  /** Names what asked: the same again is the same command. */
  key: string;
  /** What was measured later cannot be meant. */
  writtenAtMs: number;
}

export interface Answer {
  /** Markdown in which nothing that others wrote acts. */
  text: string;
  /** What has to be looked at again, where anything has changed. */
  wakes?: Subject;
}
