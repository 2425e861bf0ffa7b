/** The record of the gate on this machine: `.perigee/gate.jsonl`, a line for each build and each control. */
import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GateEntry } from '../../contract/documents.ts';
import { parseDocument } from '../../contract/validate.ts';
import { UserError } from '../../contract/user-error.ts';
import { keepLast } from '../../gate/record/entries.ts';
import { refuseLinks, stateFolder } from '../../runner/worktrees/state-directory.ts';

/** More than a year of a busy laptop. */
const mostEntries = 2000;
const mostCharacters = 1_000_000;
const entryLimits = { maxCharacters: mostCharacters, maxDepth: 10, maxValues: 300_000 };

export interface Journal {
  /** The path of the file. */
  file: string;
  /** Each run once, as its last entry has it. */
  entries: GateEntry[];
  /** Lines that no entry could be read from. */
  unreadable: number;
}

/**
 * Adds an entry. A verdict does not fail because the record could not be kept: that is told on stderr.
 * @param root of the repository, with a `.perigee`
 */
export function keepEntry(root: string, entry: GateEntry): void {
  try {
    const file = findJournal(root);
    appendFileSync(file, `${JSON.stringify(entry)}\n`);
    shorten(file);
  } catch (error) {
    const why = error instanceof UserError ? error.facts.seen : (error as Error).message;
    process.stderr.write(`perigee: the record of the gate was not kept: ${why}\n`);
  }
}

/** @throws UserError when the file is behind a link */
export function readJournal(root: string): Journal {
  const file = findJournal(root);
  const lines = existsSync(file) ? listLines(file) : [];
  const entries: GateEntry[] = [];
  for (const line of lines) {
    try {
      entries.push(parseDocument('gate-entry', line, file, entryLimits));
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
    }
  }
  return { file, entries: keepLast(entries), unreadable: lines.length - entries.length };
}

function findJournal(root: string): string {
  const file = join(root, stateFolder, 'gate.jsonl');
  refuseLinks(root, file);
  return file;
}

function listLines(file: string): string[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
}

/** The newest half stays, so that this is rare. Another process may lose the line that it adds meanwhile. */
function shorten(file: string): void {
  const lines = listLines(file);
  if (lines.length <= mostEntries) return;
  const kept = `${file}.new`;
  writeFileSync(kept, `${lines.slice(-mostEntries / 2).join('\n')}\n`);
  renameSync(kept, file);
}
