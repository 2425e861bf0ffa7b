import type { Suite } from '../../contract/suite.ts';
import { parseSuite } from '../../suite/parse-suite.ts';
import { type UnpackArtifact, unpackArtifact } from '../../transport/artifacts/unpack-artifact.ts';

/** What makes values of files that strangers wrote. */
export interface Readers {
  /** @throws UserError with all that is wrong */
  parseSuite(text: string, file: string): Promise<Suite>;
  /** @throws ArtifactRefused */
  unpackArtifact: UnpackArtifact;
}

/** In this process: for a process that may die of what it reads. */
export const readHere: Readers = {
  parseSuite: async (text, file) => parseSuite(text, file),
  unpackArtifact,
};
