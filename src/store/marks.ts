import type { Alert } from '../contract/alerts.ts';
import type { GateEntry } from '../contract/documents.ts';
import type { ControlNight } from '../contract/gate-record.ts';
import type { SeriesIdentity } from '../contract/series-key.ts';

/** What happened to a repository beside the values of its series. What is absent stays as it is. */
export interface Marks {
  /** Where series got worse, and where that stands: those that are new or not as they were. */
  alerts?: readonly Alert[];
  /** Builds that the gate judged; entries of another kind do not count. Some of them, or all. */
  judged?: readonly GateEntry[];
  /** Positive controls: some of them, or all. */
  nights?: readonly ControlNight[];
  /** Where levels changed: all of the repository. */
  levels?: readonly LevelMark[];
}

/** The level of a series changed, for the better or the worse. */
export interface LevelMark {
  /** Of the series, in addresses of pages. */
  id: string;
  suite: string;
  series: SeriesIdentity;
  /** The first commit of the new level, and when that was measured, in milliseconds since 1970. */
  commit: string;
  atMs: number;
  /** The change came after the first of these commits, and at the latest with the second. */
  range: { after: string; upTo: string };
  /** As a share of the level before. */
  change: number;
  isWorse: boolean;
  /** One minus the chance that noise alone looks like this. */
  confidence?: number;
  /** What dashboards show instead of the name of the series and its change. */
  text?: string;
}
