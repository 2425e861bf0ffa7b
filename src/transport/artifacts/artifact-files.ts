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
