import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { attempt } from '../../contract/attempt.ts';
import type { RunRecord } from '../../contract/documents.ts';
import { UserError } from '../../contract/user-error.ts';
import { checkDocument } from '../../contract/validate.ts';
import type { SuiteTest } from '../../contract/suite.ts';
import type { SidesRequest } from '../revisions/resolve-sides.ts';
import type { CommandWords } from '../run-request.ts';
import { writeWhole } from './write-whole.ts';

/** The plan of a run, written before its first execution. */
export interface RunState {
  /** The run record without profiles. */
  record: RunRecord;
  /** How the revisions were asked for. */
  sides: SidesRequest;
  /** Digest of the suite's file. */
  suiteSha256: string;
  /** How each test is measured; absent where an older Perigee wrote it. */
  measured?: string;
  /** Absent where no command line asked for it, or an older Perigee did not keep it. */
  words?: CommandWords;
}

export const runFiles = {
  state: 'run.json',
  journal: 'journal.jsonl',
  record: 'run-record.json',
  /** The reads of the tests, if they were to be kept. */
  observation: 'observation.json',
} as const;

export async function writeRunState(runDirectory: string, state: RunState): Promise<void> {
  await writeWhole(join(runDirectory, runFiles.state), toLine(state));
}

export async function writeRecord(runDirectory: string, record: RunRecord): Promise<void> {
  await writeWhole(join(runDirectory, runFiles.record), toLine(record));
}

function toLine(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}

/** @throws UserError when there is no such run or its file is damaged */
export async function readRunState(runDirectory: string): Promise<RunState> {
  const file = join(runDirectory, runFiles.state);
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new UserError({
      where: file,
      seen: 'no run to resume',
      expected: 'the id of an interrupted run',
      remedy: 'look at .perigee/runs for the ids',
      cause,
    });
  });
  const outer = parseOuter(text);
  const record = checkDocument('run-record', outer['record'], `${file} at /record`);
  const { measured, sides, suiteSha256, words } = outer;
  if (isSides(sides) && typeof suiteSha256 === 'string') {
    return {
      ...{ record, sides, suiteSha256 },
      ...(typeof measured === 'string' ? { measured } : {}),
      ...(isCommandWords(words) ? { words } : {}),
    };
  }
  throw new UserError({
    where: file,
    seen: 'the file does not say what was compared',
    expected: 'run.json as perigee wrote it',
    remedy: 'start a new run',
  });
}

/** How each test is measured, as one text: the command line may say otherwise than the suite's file. */
export function describeMeasured(tests: readonly SuiteTest[]): string {
  return JSON.stringify(tests.map(({ measure = ['times'] }) => measure));
}

function parseOuter(text: string): Record<string, unknown> {
  return attempt(() => {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  }, {});
}

function isCommandWords(value: unknown): value is CommandWords {
  if (typeof value !== 'object' || value === null) return false;
  if (!('options' in value) || !('selection' in value)) return false;
  return [value.options, value.selection].every(
    (words) => Array.isArray(words) && words.every((word) => typeof word === 'string'),
  );
}

function isSides(value: unknown): value is SidesRequest {
  if (typeof value !== 'object' || value === null) return false;
  if (!('before' in value) || !('after' in value)) return false;
  if ('branch' in value && typeof value.branch !== 'string') return false;
  const isBefore = isChoice(value.before, ['where-it-branched', 'none']);
  return isBefore && isChoice(value.after, ['working-tree']);
}

/** @param plain the choices that stand for themselves */
function isChoice(value: unknown, plain: readonly string[]): boolean {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return false;
  if (typeof value.kind === 'string' && plain.includes(value.kind)) return true;
  if (value.kind === 'revision') return 'name' in value && typeof value.name === 'string';
  if (value.kind !== 'commit' || !('commit' in value) || !('label' in value)) return false;
  return typeof value.commit === 'string' && typeof value.label === 'string';
}
