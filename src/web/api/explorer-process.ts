/** Reads the store and works out what people look at, so that the service never waits for it. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { UserError } from '../../contract/user-error.ts';
import { serveTasks } from '../../async/task-process.ts';
import type { InfluxSettings } from '../../store/influx/transport.ts';
import { openInfluxReader } from '../../store/influx/open-influx-reader.ts';
import { openInfluxStore } from '../../store/influx/open-influx-store.ts';
import { StoreUnavailable } from '../../store/series-store.ts';
import { type GateReader, openGateReader } from '../../settings/gate/read-gate.ts';
import { readAlerts } from '../../store/sqlite/open-alerts.ts';
import { openSqliteReader } from '../../store/sqlite/open-sqlite-reader.ts';
import { createSizedCache } from '../../async/sized-cache.ts';
import { ApiProblem } from './http/api-problem.ts';
import { type ApiRequest, isKnown } from './http/read-request.ts';
import {
  createExplorer,
  type Explorer,
  type ExplorerPorts,
  type FolderBudgets,
} from './explorer.ts';
import { createLevelMarker } from './history/mark-levels.ts';
import { join } from 'node:path';
import type { KeptDigests } from './history/keep-digests.ts';

/** The source of points; its content is secret. */
export type StoreChoice =
  | { kind: 'sqlite'; file: string }
  | { kind: 'influx'; settings: InfluxSettings };

/** A request that was admitted and read, with what the client has of its answer. */
export interface ExplorerTask {
  store: StoreChoice;
  /** A folder for what was worked out; without one it is worked out again after each start. */
  keptIn?: string;
  /** The file in which the bot keeps what its gates did, if there is a bot. */
  ledger?: string;
  request: ApiRequest;
  /** `If-None-Match`. */
  known?: string;
  /** The budgets of the folder where `perigee open` runs, as they are now. */
  budgets?: FolderBudgets;
  /** Writes where levels changed into the store, for dashboards that ask it. InfluxDB only. */
  marksLevels?: true;
}

export interface ExplorerAnswer {
  status: number;
  /** JSON, compressed as gzip; absent where the client has it. */
  body?: Uint8Array;
  etag?: string;
  /** For the log: why the store did not answer, or what could not be worked out since the last answer. */
  why?: string;
}

/** For compressed answers, which are the most that is asked for again. */
const mostKeptBytes = 24 * 1024 * 1024;

let explorer: Explorer | undefined;
let failure: string | undefined;
let folderBudgets: FolderBudgets | undefined;
const kept = createSizedCache<{ stamp: string; etag: string; body: Uint8Array }>(mostKeptBytes);

serveTasks(async (task): Promise<ExplorerAnswer> => {
  const { budgets, known, request, ...choice } = task as ExplorerTask;
  folderBudgets = budgets;
  try {
    explorer ??= open(choice);
    const found = await answer(explorer, request);
    const why = takeFailure();
    if (isKnown(known, found.etag)) return { status: 304, etag: found.etag, ...why };
    return { status: 200, ...found, ...why };
  } catch (error) {
    const problem = explain(error);
    const body = await compress(JSON.stringify(problem.describe()));
    const why = error instanceof StoreUnavailable ? { why: error.message } : takeFailure();
    return { status: problem.status, body, ...why };
  }
});

function takeFailure(): Pick<ExplorerAnswer, 'why'> {
  const taken = failure === undefined ? {} : { why: failure };
  failure = undefined;
  return taken;
}

function open({
  keptIn,
  ledger,
  marksLevels,
  store,
}: Omit<ExplorerTask, 'request' | 'known' | 'budgets'>): Explorer {
  const ports = {
    ...{ clockMs: () => performance.now(), ...keepInFile(keptIn) },
    ...(ledger === undefined ? {} : { findGate: openGate(ledger) }),
    readBudgets: () => folderBudgets,
    readAlerts: openAlertsOf(store, ledger),
    fail: (repository: string, error: unknown) => {
      failure = `${repository}: ${error instanceof Error ? error.message : String(error)}`;
    },
  };
  if (store.kind === 'sqlite') {
    return createExplorer({ reader: openSqliteReader(store.file), ...ports });
  }
  const reader = openInfluxReader(store.settings);
  if (marksLevels === undefined) return createExplorer({ reader, ...ports });
  const note = createLevelMarker({ reader, store: openInfluxStore(store.settings) });
  return createExplorer({ reader, note, ...ports });
}

/** A bot that has not started yet has no ledger. */
function openGate(ledger: string): NonNullable<ExplorerPorts['findGate']> {
  let reader: GateReader | undefined;
  return () => {
    if (reader === undefined && !existsSync(ledger)) return undefined;
    try {
      return (reader ??= openGateReader(ledger));
    } catch (error) {
      // The bot brings a ledger of an older version up to date when it starts.
      if (error instanceof UserError) return undefined;
      throw error;
    }
  };
}

/** Without a bot, `perigee alerts` keeps alerts beside the series. */
function openAlertsOf(
  store: StoreChoice,
  ledger: string | undefined,
): NonNullable<ExplorerPorts['readAlerts']> {
  const file = ledger ?? (store.kind === 'sqlite' ? store.file : undefined);
  return (repository) => (file === undefined ? [] : readAlerts(file, repository));
}

async function answer(
  from: Explorer,
  request: ApiRequest,
): Promise<{ etag: string; body: Uint8Array }> {
  const key = JSON.stringify(request);
  const stamp = await from.stamp(request);
  const known = kept.find(key);
  if (known?.stamp === stamp) {
    const { body, etag } = known;
    return { body, etag };
  }
  const text = JSON.stringify(await from.answer(request));
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  const body = await compress(text);
  kept.keep(key, { stamp, etag, body }, body.length);
  return { etag, body };
}

async function compress(text: string): Promise<Uint8Array> {
  return promisify(gzip)(text, { level: 4 });
}

/** @throws what is a defect */
function explain(error: unknown): ApiProblem {
  if (error instanceof ApiProblem) return error;
  if (error instanceof StoreUnavailable) {
    return new ApiProblem(503, 'The store of series does not answer now. Try again in a minute.');
  }
  throw error;
}

/** Raised with every change of what is worked out or how. */
const form = 5;

/**
 * Keeps the digests of each repository in a file of its own. To lose it costs only the work, so whatever cannot be read
 * or written is worked out again.
 * @param folder that exists; undefined keeps nothing
 */
function keepInFile(folder: string | undefined): Pick<ExplorerPorts, 'recall' | 'keep'> {
  const fileOf = (repository: string): string => {
    const name = createHash('sha256').update(repository).digest('hex').slice(0, 16);
    return join(folder ?? '', `explorer-${name}.json`);
  };
  return {
    recall: (repository) => {
      const nothing = { suites: new Map(), series: new Map() };
      if (folder === undefined) return nothing;
      try {
        const kept = JSON.parse(readFileSync(fileOf(repository), 'utf8')) as KeptFile;
        if (kept.form !== form || kept.repository !== repository) return nothing;
        return {
          suites: new Map(
            kept.suites.map(([suite, { builds, odd }]) => [suite, { builds, odd: new Set(odd) }]),
          ),
          series: new Map(kept.series),
        };
      } catch {
        return nothing;
      }
    },
    keep: (repository, { series, suites }) => {
      if (folder === undefined) return;
      const kept: KeptFile = {
        ...{ form, repository, series: [...series] },
        suites: [...suites].map(([suite, { builds, odd }]) => [suite, { builds, odd: [...odd] }]),
      };
      const file = fileOf(repository);
      try {
        writeFileSync(`${file}.new`, JSON.stringify(kept));
        renameSync(`${file}.new`, file);
      } catch {
        // A full disk, or a folder that is gone: the next start works it out again.
      }
    },
  };
}

type Entries<T> = T extends Map<infer K, infer V> ? [K, V][] : never;

interface KeptFile {
  form: number;
  repository: string;
  suites: [string, { builds: string; odd: string[] }][];
  series: Entries<KeptDigests['series']>;
}
