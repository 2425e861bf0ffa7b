import { documentLimits, limitsOfHeap } from '../../contract/json-text.ts';

const mebibyte = 1024 * 1024;

/** How large an artifact may get. What is written stays below; what is read is refused above. */
export interface ArtifactLimits {
  /** Limit for all files of an artifact, as stored. */
  maxBytes: number;
  /** Limit of the compressed run record. It is never cut: a part would be another measurement. */
  maxRecordBytes: number;
  /** Limit of the unpacked run record. */
  maxRecordTextBytes: number;
  /** Lists, objects and what is in them, of the run record. */
  maxRecordValues: number;
  /** Limit of the logs before compression. Above it the longest are cut in the middle. */
  maxLogBytes: number;
  /** Most logs in one artifact. */
  maxLogs: number;
  /** Limit of the compressed observation. A larger one is left out: what it would say is measured. */
  maxObservationBytes: number;
  /** Limit of the unpacked observation. */
  maxObservationTextBytes: number;
  /** Limit of the event beside the record. */
  maxEventBytes: number;
  /** Most files in one artifact. */
  maxFiles: number;
  /** Times its size that a record may grow when it is unpacked. */
  maxInflation: number;
}

export const artifactLimits: ArtifactLimits = {
  maxBytes: 112 * mebibyte,
  maxRecordBytes: 32 * mebibyte,
  maxRecordTextBytes: documentLimits.maxCharacters,
  maxRecordValues: documentLimits.maxValues,
  maxLogBytes: 64 * mebibyte,
  maxLogs: 20_000,
  /** 10,000 paths take 100 kB. */
  maxObservationBytes: 4 * mebibyte,
  maxObservationTextBytes: 48 * mebibyte,
  maxEventBytes: 65_536,
  /** Five are written today. */
  maxFiles: 16,
  /** Records of real suites grow 10 to 40 times; gzip of one repeated byte grows a thousand times. */
  maxInflation: 250,
};

/** How much of one build is kept and judged at once. */
export interface BuildLimits {
  /** Limit of the heap for all its records. */
  maxHeapBytes: number;
  /** Limit for all its shards. */
  maxSeries: number;
}

/** Judging each takes some 20 microseconds, during which the process answers no request. */
export const maxSeries = 50_000;

/** An eleventh for the records of one build: what is made of them is as large, and the reader has less heap. */
export function limitBuild(heapBytes: number): BuildLimits {
  return { maxHeapBytes: Math.floor(heapBytes / 11), maxSeries };
}

/** Limits of a process whose heap may take only so much: what it reads has to fit. */
export function limitArtifacts(limits: ArtifactLimits, heapBytes: number): ArtifactLimits {
  const { maxCharacters, maxValues } = limitsOfHeap(heapBytes);
  return {
    ...limits,
    maxRecordTextBytes: Math.min(limits.maxRecordTextBytes, maxCharacters),
    maxObservationTextBytes: Math.min(limits.maxObservationTextBytes, maxCharacters),
    maxRecordValues: Math.min(limits.maxRecordValues, maxValues),
  };
}
/** The files of an artifact. */
export const artifactFiles = {
  record: 'run-record.json.gz',
  event: 'event.json',
  /** Only of a run that measures the default branch, and observed what its tests read. */
  observation: 'observation.json.gz',
  logs: 'logs.tar.gz',
  manifest: 'manifest.json',
  /** Alone in the artifact of a positive control. */
  gateEntry: 'gate-entry.json',
} as const;
