/** The gate's knowledge of itself: the gate makes it, and reports, the bot and the dashboard show it. */
import type { GateControl } from './documents.ts';

/** A share with its interval. */
export interface ShareEstimate {
  /** How many there were, and how many of them counted. */
  of: number;
  count: number;
  /** count / of, and the ends of its interval. */
  share: number;
  low: number;
  high: number;
  /** 0.95 */
  confidence: number;
}

/** One positive control, over all its shards. */
export interface ControlNight {
  /** RFC 3339, UTC. */
  at: string;
  suite: string;
  cost: GateControl['cost'];
  /** 0.2: made worse by 20%. */
  by: number;
  isProven: boolean;
  /** Tests to which something was added, and those of them that turned red. */
  asked: number;
  found: number;
  /** The smallest change that turned a test red, as a share; absent where none did. */
  smallestFound?: number;
  /** The smallest change that the weakest test would have shown four times out of five, as a share. */
  smallestVisible?: number;
  pairs: number;
  seconds: number;
}

export interface GateRecord {
  /** RFC 3339, UTC. */
  since: string;
  days: number;
  /** Commits that got a verdict; those of them that ended red; those that ended undecided. */
  judged: number;
  red: number;
  undecided: number;
  alarms: {
    /** Builds in which a run saw a regression that blocks, whatever became of it. */
    raised: number;
    /** By a second run: no regression was left, or at least one. */
    cleared: number;
    confirmed: number;
    /** Accepts that stand. Absent where nothing can be accepted. */
    accepted?: number;
  };
  /** Alarms that a second run cleared, among those that it looked at. Absent where it looked at none. */
  falseAlarms?: ShareEstimate;
  /** Red comparisons of a commit with itself, which are false for certain. Absent where there were none. */
  sameCode?: ShareEstimate;
  /** Newest first. */
  nights: readonly ControlNight[];
  /** By builds that were judged, and by controls. */
  spent: Readonly<Record<'judged' | 'control', { pairs: number; seconds: number }>>;
  /**
   * Tests that pushes made worse though these touch nothing that the tests were seen to read. Absent if it is not
   * watched.
   */
  blindSpots?: number;
}

export type GateAlarmCode =
  | 'control-green'
  | 'control-missing'
  | 'test-vanished'
  | 'shard-silent'
  | 'rule-unmatched';

/** Something is wrong with the gate itself. It says nothing of the code. */
export interface GateAlarm {
  code: GateAlarmCode;
  suite: string;
  /** A test, a span, a shard or a rule; absent where it is about the suite. */
  subject?: string;
  /** Since when, as far as the record tells. RFC 3339, UTC. */
  since: string;
  /** The fault, and its remedy: plain text. */
  message: string;
  remedy: string;
}

/** The answer of `perigee gate --format json`, and of all else that shows the record of a gate. */
export interface GateAnswer {
  record: GateRecord;
  /** The most serious first. */
  alarms: readonly GateAlarm[];
}
