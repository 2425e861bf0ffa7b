export interface Job {
  /** Two jobs of one key are one: it is never in work twice at the same time. */
  key: string;
  /** Who shares GitHub's limits: an installation. */
  account: string;
  /** Who has turns within it: a repository. */
  owner: string;
  of: 'look' | 'search' | 'command';
  /** @returns what has to be done then, for this one to be done */
  run(signal: AbortSignal): Promise<readonly Job[]>;
  /** Notes for good that it is to be done then. Without it, it is waited for in memory alone. */
  postpone?(pauseMs: number): void;
}

/** Messages go before what a sweep found, so that a sweep of thousands delays none. */
export type Lane = 'told' | 'swept';
