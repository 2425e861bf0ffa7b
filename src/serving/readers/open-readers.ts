import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Suite } from '../../contract/suite.ts';
import { UserError } from '../../contract/user-error.ts';
import {
  createTaskProcesses,
  TaskKilled,
  type TaskProcesses,
} from '../../operations/task-process.ts';
import { limitArtifacts } from '../../transport/artifacts/artifact-limits.ts';
import { ArtifactRefused } from '../../transport/artifacts/artifact-store.ts';
import type { UnpackedArtifact } from '../../transport/artifacts/unpack-artifact.ts';
import { keepSized } from '../../transport/rest/keep-sized.ts';
import type { ReaderAnswer, ReaderTask } from './reader-process.ts';
import type { Readers } from './readers.ts';

/** Beside the bundle, or a chunk of it; and, where the program runs from its sources, beside this file. */
const places = ['./reader.mjs', '../reader.mjs', './reader-process.ts'];

/** A valid file of 20,000 rules takes two seconds of an idle machine, and a record of 16 MB one. */
const longestMs = 60_000;
const idleMs = 30_000;
/** Of perigee.yml, in characters. What is made of one is some ten times as large. */
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
  const suites = keepSized<Promise<Suite>>(mostKeptCharacters);
  return {
    close: processes.close,
    parseSuite: (text, file) => {
      const id = `${blobIdOf(text)} ${file}`;
      const known = suites.find(id);
      if (known !== undefined) return known;
      const reading = readSuite(processes, { kind: 'suite', text, file });
      suites.keep(id, reading, text.length);
      // What is wrong with a file stays wrong. Time may have been short, and a defect is none of the file.
      reading.catch((error: unknown) => {
        const isLasting = error instanceof UserError && !(error.cause instanceof TaskKilled);
        if (!isLasting) suites.keep(id, reading, Infinity);
      });
      return reading;
    },
    unpackArtifact: async (name, contents, origin, limits) => {
      const fitting = limitArtifacts(limits, heapBytes);
      const task: ReaderTask = { kind: 'artifact', request: [name, contents, origin, fitting] };
      return (await ask(processes, task, (cause) => {
        const message = `its run record cannot be read: ${cause.message}`;
        return new ArtifactRefused('artifact-too-large', message, { cause });
      })) as UnpackedArtifact;
    },
  };
}

async function readSuite(
  processes: TaskProcesses,
  task: Extract<ReaderTask, { kind: 'suite' }>,
): Promise<Suite> {
  return (await ask(processes, task, (cause) => {
    return new UserError({
      where: task.file,
      seen: `the file cannot be read: ${cause.message}`,
      expected: 'a perigee.yml as docs/configuration.md shows it',
      cause,
    });
  })) as Suite;
}

async function ask(
  processes: TaskProcesses,
  task: ReaderTask,
  explain: (cause: TaskKilled) => Error,
): Promise<unknown> {
  const answer = (await processes.run(task).catch((error: unknown) => {
    throw error instanceof TaskKilled ? explain(error) : error;
  })) as ReaderAnswer;
  if ('value' in answer) return answer.value;
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
