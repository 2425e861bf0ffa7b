import type { Alert } from '../contract/alerts.ts';
import type { GateEntry } from '../contract/documents.ts';
import type { ControlNight } from '../contract/gate-record.ts';

/** What happened to a repository beside the values of its series. Each part may be some of what there is. */
export interface Marks {
  /** Where series got worse, and where that stands. */
  alerts: readonly Alert[];
  /** Builds that the gate judged; entries of another kind do not count. */
  judged: readonly GateEntry[];
  /** Positive controls. */
  nights: readonly ControlNight[];
}
