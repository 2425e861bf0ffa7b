import { readFile } from 'node:fs/promises';
import { attempt } from '../../contract/attempt.ts';
import type { Profile } from '../../contract/documents.ts';
import { UserError } from '../../contract/user-error.ts';
import { checkDocument } from '../../contract/validate.ts';
import { enoughToEnd, type EnoughToEnd, type Look } from '../schedule/plan-round.ts';

export interface JournalContents {
  /** In the order in which they were measured. */
  profiles: Profile[];
  /** By the number of the look, from 1. */
  looks: Map<number, Look>;
  /** Bytes of the complete lines. */
  bytes: number;
}

/**
 * Reads a journal back. What follows the last line end was cut off by a killed run and is dropped.
 * @throws UserError naming the line when any other line is damaged
 */
export async function readJournal(file: string): Promise<JournalContents> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  });
  const complete = text.slice(0, text.lastIndexOf('\n') + 1);
  const contents: JournalContents = {
    profiles: [],
    looks: new Map(),
    bytes: Buffer.byteLength(complete),
  };
  for (const [index, line] of complete.split('\n').entries()) {
    if (line !== '') readEntry(line, `${file}:${index + 1}`, contents);
  }
  return contents;
}

function readEntry(line: string, where: string, contents: JournalContents): void {
  const entry = parse(line);
  if ('profile' in entry) {
    contents.profiles.push(checkDocument('profile', entry.profile, where));
    return;
  }
  const look = 'look' in entry ? entry.look : undefined;
  if (!isLook(look)) throw damaged(where);
  contents.looks.set(look.number, {
    ...{ open: look.undecided, hinted: look.hinted ?? [], suspected: look.suspected ?? [] },
    ...(look.isEnough === undefined ? {} : { isEnough: look.isEnough }),
  });
}

function parse(line: string): object {
  return attempt(() => {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? value : {};
  }, {});
}

/** Hints are absent in journals of versions that gave more pairs to undecided tests alone, suspects in later ones too. */
interface WrittenLook {
  number: number;
  undecided: string[];
  hinted?: string[];
  suspected?: string[];
  isEnough?: EnoughToEnd;
}

function isLook(value: unknown): value is WrittenLook {
  if (typeof value !== 'object' || value === null) return false;
  if (!('number' in value) || !('undecided' in value)) return false;
  const { number, undecided } = value;
  const hinted = 'hinted' in value ? value.hinted : [];
  const suspected = 'suspected' in value ? value.suspected : [];
  const isEnough = 'isEnough' in value ? value.isEnough : undefined;
  const isKnown = isEnough === undefined || enoughToEnd.some((one) => one === isEnough);
  return Number.isInteger(number) && isKnown && [undecided, hinted, suspected].every(areNames);
}

function areNames(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((name) => typeof name === 'string');
}

function damaged(where: string): UserError {
  return new UserError({
    where,
    seen: 'a line that is neither an execution nor a look',
    expected: 'the journal as perigee wrote it',
    remedy: 'start a new run; this one cannot be resumed',
  });
}
