import { createHash } from 'node:crypto';

/** One artifact as the fake keeps it. Tests may change what is in it. */
export interface FakeArtifact {
  id: number;
  name: string;
  job: string;
  /** `true` once FinalizeArtifact was called: only then it is listed. */
  isFinal: boolean;
  /** Block id to content, until the list of blocks comes. */
  blocks: Map<string, Buffer>;
  content: Buffer;
  /** What FinalizeArtifact said: `sha256:…`. */
  digest: string;
  createdAt: Date;
  contentType: string;
}

/** What a test has to say about how the fake answers. */
export interface FakeFaults {
  /** The connection is cut after so many bytes of a download. */
  cutDownloadsAfterBytes?: number;
  /** All requests to the service itself are answered with this status. */
  status?: number;
}

export function digestOf(content: Buffer): string {
  return `sha256:${createHash('sha256').update(content).digest('hex')}`;
}
