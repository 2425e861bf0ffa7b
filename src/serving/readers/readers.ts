import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { RunRecord, Verdict } from '../../contract/documents.ts';
import type { Suite } from '../../contract/suite.ts';
import { type PageAssets, renderHtml } from '../../report/render-html.ts';
import { parseSuite } from '../../suite/parse-suite.ts';
import {
  type UnpackArtifact,
  unpackArtifact,
  type UnpackedArtifact,
} from '../../transport/artifacts/unpack-artifact.ts';
import { type JudgeRequest, judgeRecords } from '../../steps/judge-records.ts';
import { type PackedJson, packJson, unpackJson } from '../pack-json.ts';
import { readPageAssets } from './read-page-assets.ts';

/** Only the identity of the record; `packed` is all of it. */
export interface ArtifactHead extends UnpackedArtifact {
  packed: PackedJson;
}

/** What makes values of files that strangers wrote, and what is made of those values. */
export interface Readers {
  /** @throws UserError with all that is wrong */
  parseSuite(text: string, file: string): Promise<Suite>;
  /** @throws ArtifactRefused */
  unpackArtifact: UnpackArtifact;
  /**
   * As `unpackArtifact`, for `judgeBuild`: what was measured is not unpacked where it is not needed.
   * @throws ArtifactRefused
   */
  unpackHead(...request: Parameters<UnpackArtifact>): Promise<ArtifactHead>;
  /**
   * @param records as `unpackHead` packed them
   * @returns the verdict over all of them, packed
   * @throws UserError where nothing can be judged
   */
  judgeBuild(records: readonly PackedJson[], request: JudgeRequest): Promise<PackedJson>;
  /** @returns the page of a packed verdict, compressed as gzip */
  renderPage(verdict: PackedJson): Promise<Uint8Array>;
}

let assets: PageAssets | undefined;

/** In this process: for a process that may die of what it reads. */
export const readHere: Readers = {
  parseSuite: async (text, file) => parseSuite(text, file),
  unpackArtifact,
  unpackHead: async (...request) => {
    const { record, ...rest } = await unpackArtifact(...request);
    return { ...rest, record: { ...record, profiles: [], problems: [] }, packed: packJson(record) };
  },
  judgeBuild: async (records, request) => {
    const unpacked = records.map((record) => unpackJson(record) as RunRecord);
    return packJson(judgeRecords(unpacked, request).verdict);
  },
  renderPage: (verdict) => {
    const page = renderHtml(unpackJson(verdict) as Verdict, (assets ??= readPageAssets()));
    return promisify(gzip)(page);
  },
};
