import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Suite } from '../../contract/suite.ts';
import { UserError } from '../../contract/user-error.ts';
import { createTaskProcesses, TaskKilled, type TaskProcesses } from '../../async/task-process.ts';
import { mayShare } from '../../suite/shared-thresholds.ts';
import { limitArtifacts } from '../../transport/artifacts/artifact-limits.ts';
import { ArtifactRefused } from '../../transport/artifacts/artifact-store.ts';
import { createSizedCache } from '../../async/sized-cache.ts';
import type { ReaderAnswer, ReaderTask } from './reader-process.ts';
import type { Readers } from './readers.ts';

/** Beside the bundle, or a chunk of it; and, where the program runs from its sources, beside this file. */
const places = ['./reader.mjs', '../reader.mjs', './reader-process.ts'];

/** A valid file of 20,000 rules takes two seconds of an idle machine, and a record of 16 MB one. */
const longestMs = 60_000;
const idleMs = 30_000;
/** Most characters of perigee.yml that are kept. Parsed, a file is about ten times as large. */
const mostKeptCharacters = 4_000_000;
/** 20,000 rules in the shortest form need 192 MiB; with owners, over 10,000 tests of four lines, 400. */
const leastHeapMb = 256;
const mostHeapMb = 1024;
/** With less than this the second process would take what the first one was given. */
const heapMbForTwo = 1024;

/**
 * Readers whose work another process does, with limits of memory and time.
 * @param heapBytes that the heap of this process may take: what is read has to fit into it
 */
export function openReaders(heapBytes: number): Readers & { close(): void } {
  const ownMb = heapBytes / 2 ** 20;
  const processes = createTaskProcesses({
    entry: findEntry(),
    heapMb: Math.round(Math.min(mostHeapMb, Math.max(leastHeapMb, ownMb / 2))),
    atMost: ownMb < heapMbForTwo ? 1 : 2,
    ...{ longestMs, idleMs },
  });
  const suites = createSizedCache<Promise<Suite>>(mostKeptCharacters);
  return {
    close: processes.close,
    // A process costs more than a look at the text.
    findShared: async (text, file) =>
      mayShare(text)
        ? ask(processes, { call: 'findShared', given: [text, file] }, explainSuite)
        : undefined,
    parseSuite: (text, file, shared) => {
      const id = [blobIdOf(text), shared === undefined ? '' : blobIdOf(shared), file].join(' ');
      const known = suites.find(id);
      if (known !== undefined) return known;
      const reading = ask(
        processes,
        { call: 'parseSuite', given: [text, file, shared] },
        explainSuite,
      );
      suites.keep(id, reading, text.length + (shared?.length ?? 0));
      // A fault of a file stays. Time may have been short, and a defect is none of the file.
      reading.catch((error: unknown) => {
        const isLasting = error instanceof UserError && !(error.cause instanceof TaskKilled);
        if (!isLasting) suites.keep(id, reading, Infinity);
      });
      return reading;
    },
    unpackHead: (name, contents, origin, limits) => {
      const given = [name, contents, origin, limitArtifacts(limits, heapBytes)] as const;
      return ask(processes, { call: 'unpackHead', given: [...given] }, explainArtifact);
    },
    unpackObservation: (contents, record, limits) => {
      const given = [contents, record, limitArtifacts(limits, heapBytes)] as const;
      return ask(processes, { call: 'unpackObservation', given: [...given] }, (cause) => {
        const message = `its observation cannot be read: ${cause.message}`;
        return new ArtifactRefused('artifact-too-large', message, { cause });
      });
    },
    judgeBuild: (...given) => ask(processes, { call: 'judgeBuild', given }, explainBuild),
    foldBuild: (...given) => ask(processes, { call: 'foldBuild', given }, explainFold),
    renderPage: (...given) => ask(processes, { call: 'renderPage', given }, (cause) => cause),
  };
}

function explainSuite(cause: TaskKilled, [, file]: Parameters<Readers['parseSuite']>): Error {
  return new UserError({
    where: file,
    seen: `the file cannot be read: ${cause.message}`,
    expected: 'a perigee.yml as docs/configuration.md shows it',
    cause,
  });
}

function explainArtifact(cause: TaskKilled): Error {
  const message = `its run record cannot be read: ${cause.message}`;
  return new ArtifactRefused('artifact-too-large', message, { cause });
}

function explainBuild(cause: TaskKilled): Error {
  return new UserError({
    seen: `the records of this build cannot be judged: ${cause.message}`,
    expected: 'a build as large as the memory of the service allows',
    remedy: 'measure fewer tests or spans, or give the service more memory',
    cause,
  });
}

function explainFold(cause: TaskKilled): Error {
  const message = `the records of this build cannot be read together: ${cause.message}`;
  return new ArtifactRefused('artifact-too-large', message, { cause });
}

async function ask<K extends keyof Readers>(
  processes: TaskProcesses,
  { call, given }: ReaderTask<K>,
  explain: (cause: TaskKilled, given: Parameters<Readers[K]>) => Error,
): Promise<Awaited<ReturnType<Readers[K]>>> {
  const answer = (await processes.run({ call, given }).catch((error: unknown) => {
    throw error instanceof TaskKilled ? explain(error, given) : error;
  })) as ReaderAnswer;
  if ('value' in answer) return answer.value as Awaited<ReturnType<Readers[K]>>;
  if ('wrong' in answer) throw new UserError(answer.wrong);
  throw new ArtifactRefused(answer.refused.code, answer.refused.message);
}

/** As git names the file: the same text on a hundred branches is one. */
function blobIdOf(text: string): string {
  const bytes = Buffer.from(text);
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}

function findEntry(): URL {
  const found = places
    .map((place) => new URL(place, import.meta.url))
    .find((url) => existsSync(fileURLToPath(url)));
  if (found === undefined) throw new Error('dist/reader.mjs is missing: `npm run build` makes it');
  return found;
}
