/** The files of an artifact. */
export const artifactFiles = {
  record: 'run-record.json.gz',
  event: 'event.json',
  logs: 'logs.tar.gz',
  manifest: 'manifest.json',
} as const;
