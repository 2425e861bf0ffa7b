import type { Alert } from '../../contract/alerts.ts';
import type { Metric, SeriesVerdict, SpanEvidence, TestOutcome } from '../../contract/documents.ts';
import type { ViewAccept, ViewLinks } from './view.ts';

/** The contents of the issue about a push that made the default branch slower. Names in it are hostile. */
export interface MainBranchView {
  branch: string;
  suite: string;
  culprit: Culprit;
  /**
   * `open` while a series stands; `recovered` when later pushes brought every series back, or took part of
   * them back and the others are accepted; `accepted` when all that stands was accepted; `cleared` when other
   * runs of the same commit do not bear any of it out.
   */
  state: 'open' | 'recovered' | 'accepted' | 'cleared';
  /** Those that the push made worse than allowed, worst first, as they were judged then. */
  series: readonly MainBranchSeries[];
  /** Tests that passed before the push and fail since. */
  brokenTests: readonly MainBranchTest[];
  /** All of the verdict on the push: of several platforms it says what the others are. */
  measured: readonly SeriesVerdict[];
  metrics: readonly Metric[];
  spans: readonly SpanEvidence[];
  /** Why one runner alone said so, where no second one could be asked. */
  unconfirmed?: string;
  /** Tests of them that the push touches nothing of, as far as runs saw what they read. */
  blindSpots: readonly string[];
  accepts: readonly ViewAccept[];
  /** The state that people gave it. */
  alert?: Alert;
  links: ViewLinks;
  /** One sentence each. */
  notes: readonly string[];
}

export interface Culprit {
  /** Full commit id of what was pushed, and of the tip before it. */
  commit: string;
  before: string;
  /** The login of the author, where it is known. */
  author?: string;
  /** The pull request that brought it. */
  pullRequest?: { number: number; url: string };
}

export interface MainBranchSeries {
  series: SeriesVerdict;
  /**
   * Its level after each later push that measured it, oldest first: a ratio minus one, against
   * before the culprit. The last one is where it stands now.
   */
  later: readonly { commit: string; change: number }[];
  /** Absent while it stands. */
  end?:
    | { kind: 'recovered'; commit: string }
    | { kind: 'accepted'; acceptId: string }
    | { kind: 'cleared' };
}

export interface MainBranchTest {
  name: string;
  outcome?: TestOutcome;
  /** The commit since which it passes again. */
  recoveredBy?: string;
}
