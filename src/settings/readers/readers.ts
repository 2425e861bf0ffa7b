import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliDecompressSync, gunzipSync, gzip } from 'node:zlib';
import type { ObservationRecord, RunRecord, Verdict } from '../../contract/documents.ts';
import type { Suite } from '../../contract/suite.ts';
import { type PageAssets, renderHtml } from '../../report/render-html.ts';
import { type FoldRequest, foldBuild } from '../../pipeline/fold-build.ts';
import { type JudgeRequest, judgeRecords } from '../../pipeline/judge-records.ts';
import { parseSuite } from '../../suite/parse-suite.ts';
import { findShared } from '../../suite/shared-thresholds.ts';
import { artifactFiles } from '../../transport/artifacts/artifact-limits.ts';
import {
  type UnpackArtifact,
  type UnpackedArtifact,
  unpackArtifact,
} from '../../transport/artifacts/unpack-artifact.ts';
import { unpackObservation } from '../../transport/artifacts/unpack-observation.ts';
import { type PackedBuild, packBuild } from '../pack-build.ts';
import { type PackedJson, packJson, unpackJson } from '../pack-json.ts';

/** Only the identity of the record; `packed` is all of it. */
export interface ArtifactHead extends UnpackedArtifact {
  packed: PackedRecord;
}

/** A valid run record: as its artifact holds it, unless that holds more. */
export type PackedRecord = { gzip: Uint8Array } | { json: PackedJson };

/** Parses the files of strangers into values, and works out their results. */
export interface Readers {
  /** @throws UserError with all that is wrong */
  parseSuite(text: string, file: string, shared?: string): Promise<Suite>;
  /** The file of thresholds that a perigee.yml names, where it names one. */
  findShared(text: string, file: string): Promise<string | undefined>;
  /**
   * As `unpackArtifact`, for `judgeBuild` and `foldBuild`: unneeded measurements stay packed.
   * @throws ArtifactRefused
   */
  unpackHead(...request: Parameters<UnpackArtifact>): Promise<ArtifactHead>;
  /**
   * As `unpackObservation`.
   * @throws ArtifactRefused
   */
  unpackObservation(
    ...request: Parameters<typeof unpackObservation>
  ): Promise<ObservationRecord | undefined>;
  /**
   * @param records as `unpackHead` packed them
   * @returns the verdict over all of them, packed
   * @throws UserError where nothing can be judged
   */
  judgeBuild(records: readonly PackedRecord[], request: JudgeRequest): Promise<PackedJson>;
  /**
   * @param records as `unpackHead` packed them
   * @throws UserError where none of them is of this build; ArtifactRefused where they are too large together
   */
  foldBuild(records: readonly PackedRecord[], request: FoldRequest): Promise<PackedBuild>;
  /** @returns the page of a packed verdict, compressed as gzip */
  renderPage(verdict: PackedJson): Promise<Uint8Array>;
}

let assets: PageAssets | undefined;
/** For the builds that are collected at the same time. */
const recent = keepRecentRecords(256);

/** In this process: for a process that may die of what it reads. */
export const readHere: Readers = {
  parseSuite: async (...given) => parseSuite(...given),
  findShared: async (...given) => findShared(...given),
  unpackHead: async (...request) => {
    const { record, ...rest } = await unpackArtifact(...request);
    const gzip = rest.isAsWritten ? request[1].get(artifactFiles.record) : undefined;
    const packed = gzip === undefined ? { json: packJson(record) } : { gzip };
    if (gzip !== undefined) recent.keep(gzip, record);
    return { ...rest, record: { ...record, profiles: [], problems: [] }, packed };
  },
  unpackObservation,
  judgeBuild: async (records, request) => {
    return packJson(judgeRecords(records.map(unpackRecord), request).verdict);
  },
  foldBuild: async (records, request) => packBuild(foldBuild(records.map(unpackRecord), request)),
  renderPage: (verdict) => {
    const page = renderHtml(unpackJson(verdict) as Verdict, (assets ??= readPageAssets()));
    return promisify(gzip)(page);
  },
};

function unpackRecord(packed: PackedRecord): RunRecord {
  if ('json' in packed) return unpackJson(packed.json) as RunRecord;
  const { gzip } = packed;
  return recent.take(gzip) ?? (JSON.parse(gunzipSync(gzip).toString('utf8')) as RunRecord);
}

/** Beside the bundle of the reader, or of a chunk of it; and, where it runs from its sources, where that lies. */
const places = ['./page/', '../page/', '../../../dist/page/'];

/** The script and style of a report's page, as `npm run build` left them. */
function readPageAssets(): PageAssets {
  const folder = places
    .map((place) => fileURLToPath(new URL(place, import.meta.url)))
    .find((each) => existsSync(`${each}page.js.br`));
  if (folder === undefined)
    throw new Error('dist/page/page.js.br is missing: `npm run build` makes it');
  const script = brotliDecompressSync(readFileSync(`${folder}page.js.br`)).toString('utf8');
  const style = readFileSync(`${folder}page.css`, 'utf8');
  return { script, style, scriptSha256: createHash('sha256').update(script).digest('base64') };
}

/** Records that this process has unpacked, each for the next caller. */
interface RecentRecords {
  keep(packed: Uint8Array, record: RunRecord): void;
  /** Undefined where it was taken already, or its memory was needed for something else. */
  take(packed: Uint8Array): RunRecord | undefined;
}

/**
 * A build is folded right after its records were read. To unpack each once more was a sixth of all work. They are
 * held weakly: what is kept never takes memory that reading the next file needs.
 */
export function keepRecentRecords(atMost: number): RecentRecords {
  const kept = new Map<string, WeakRef<RunRecord>>();
  return {
    keep: (packed, record) => {
      kept.set(nameOf(packed), new WeakRef(record));
      const [oldest] = kept.keys();
      if (kept.size > atMost && oldest !== undefined) kept.delete(oldest);
    },
    take: (packed) => {
      const name = nameOf(packed);
      const record = kept.get(name)?.deref();
      kept.delete(name);
      return record;
    },
  };
}

function nameOf(packed: Uint8Array): string {
  return createHash('sha256').update(packed).digest('base64');
}
