import type { CulpritMark } from '../../../src/contract/documents.ts';
import type { Logger } from '../../../src/logging/logger.ts';
import type { GithubSide } from '../github/open-github-side.ts';
import type { CommandLedger } from '../ledger/open-ledger.ts';
import type { LookPorts } from '../ports.ts';
import type { Outsiders } from './outsiders.ts';
import type { RunPorts } from '../runs/open-runs.ts';
import type { Repository, Subject } from '../subject.ts';

export interface CommandPorts extends RunPorts, Pick<LookPorts, 'readers'> {
  github: GithubSide;
  ledger: CommandLedger;
  /** The subject is to be looked at again: what holds for it has changed. */
  wake(subject: Subject): void;
  /** Since 1970. */
  nowMs(): number;
  logger: Logger;
  outsiders: Outsiders;
  /** Ends all that is asked. */
  signal: AbortSignal;
}

/** One command on one pull request, or on our issue about a push, by a person who may give it. */
export interface Asked {
  repository: Repository;
  /** Number of the pull request or issue. */
  number: number;
  /** The commit that was pushed to the default branch, where it is asked on the issue about that. */
  pushed?: string;
  /** The subject of that issue. */
  culprit?: CulpritMark;
  /** The login of the person who asks. */
  by: string;
  /** Names what asked: the same again is the same command. */
  key: string;
  /** Later measurements cannot be meant. */
  writtenAtMs: number;
}

export interface Answer {
  /** Markdown in which nothing that others wrote acts. */
  text: string;
  /** The subject to look at again, where anything has changed. */
  wakes?: Subject;
}
