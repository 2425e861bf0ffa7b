import type { ArtifactReference } from '../../contract/documents.ts';
import { UserError } from '../../contract/user-error.ts';
import type { PackedArtifact } from './pack-artifact.ts';

/** An artifact as its store describes it. */
export interface StoredArtifact {
  name: string;
  /** As the store itself finds it again. */
  id: string;
  bytes: number;
  /** Digest of the stored artifact; absent if the store has none. */
  sha256?: string;
  /** When it was uploaded, where the store says so. */
  createdAtMs?: number;
  /** The store has deleted its content. */
  isExpired?: boolean;
}

/** File name to content, of the files that were asked for and are there. */
export type ArtifactContents = ReadonlyMap<string, Buffer>;

/** The aggregation finds the results of the shards of one build here. */
export interface ArtifactSource {
  readonly kind: ArtifactReference['store'];
  /**
   * All artifacts that are there for this run, Perigee's and others', in any order.
   * @throws ArtifactsUnavailable where waiting helps; UserError when the run has left nothing
   */
  list(): Promise<StoredArtifact[]>;
  /**
   * Fetches some files of one, and trusts nothing in it.
   * @throws ArtifactRefused with what is wrong with it; ArtifactsUnavailable where waiting helps
   */
  read(stored: StoredArtifact, files: readonly string[]): Promise<ArtifactContents>;
}

/** A folder with all its files. */
export type ArtifactToUpload = Pick<PackedArtifact, 'name' | 'folder' | 'files' | 'bytes'>;

/** Shards leave their results here. */
export interface ArtifactStore extends ArtifactSource {
  /**
   * Stores an artifact for good: nothing of that name is ever replaced.
   * @throws UserError when the store has one of that name, cannot take it, or there is no store here
   */
  upload(artifact: ArtifactToUpload): Promise<StoredArtifact>;
}

/** The store is out of reach, say a disk that is not mounted. Nothing is wrong with any artifact. */
export class ArtifactsUnavailable extends UserError {}

export type RefusalCode =
  | 'artifact-unreachable'
  | 'artifact-expired'
  | 'artifact-too-large'
  | 'artifact-digest-mismatch'
  | 'artifact-damaged'
  | 'artifact-unexpected-content'
  | 'artifact-ambiguous'
  | 'artifact-of-another-build';

/** An artifact that is not what a shard uploaded. Its code and message become a problem in reports. */
export class ArtifactRefused extends Error {
  override readonly name = 'ArtifactRefused';
  readonly code: RefusalCode;

  constructor(code: RefusalCode, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.code = code;
  }
}
