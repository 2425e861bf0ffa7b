import type { ArtifactReference, BuildKey } from '../../contract/documents.ts';
import type { SeriesStore } from '../../store/series-store.ts';
import type { ArtifactSource } from '../../transport/artifacts/artifact-store.ts';
import type { Readers } from '../../settings/readers/readers.ts';
import type { CiFacts } from '../../transport/ci/ci-facts.ts';
import type {
  DeadLetters,
  EventLog,
  EventMessage,
  EventSource,
} from '../../transport/eventlog/event-log.ts';
import type { HeldMessages } from '../../async/held-messages.ts';
import type { Logger } from '../../logging/logger.ts';
import type { WorkMarks } from '../../async/work-marks.ts';
import type { ServiceMetrics } from '../operations/service-metrics.ts';

/** The platform that measured a build: decides who has its artifacts and who knows its facts. */
export type Platform = ArtifactReference['store'];

/** The world as the aggregation sees it. */
export interface AggregationPorts {
  source: EventSource;
  /** Takes the events `aggregated`. */
  log: EventLog;
  deadLetters: DeadLetters;
  store: SeriesStore;
  /** @throws UserError when nothing is configured for this platform */
  openArtifacts(build: BuildKey, platform: Platform, signal: AbortSignal): ArtifactSource;
  /** Undefined if no platform knows more than the records. Throws as `CiApi.findFacts`. */
  findFacts(build: BuildKey, platform: Platform, signal: AbortSignal): Promise<CiFacts | undefined>;
  readers: Pick<Readers, 'unpackHead' | 'foldBuild'>;
  /** Notes the work in progress, for the case that this process dies of it. */
  marks?: WorkMarks;
  logger: Logger;
  metrics: ServiceMetrics;
  /** Since 1970. */
  nowMs(): number;
  /** Goes forward only, whatever happens to the time of day. */
  clockMs(): number;
  /** In [0, 1). */
  chance(): number;
}

/** The messages whose builds are not written yet. */
export type HeldEvents = HeldMessages<EventMessage>;
