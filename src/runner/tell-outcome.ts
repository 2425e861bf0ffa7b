import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Outcome } from '../contract/documents.ts';

const lastLines = 8;
const longestLine = 160;
const bytesRead = 16 * 1024;

/** `failed (exit code 1)`, `could not be started ("go" was not found …)`. */
export function tellOutcome({ status, exitCode, signal, message }: Outcome): string {
  const facts = [
    ...(exitCode === undefined ? [] : [`exit code ${exitCode}`]),
    ...(signal === undefined ? [] : [signal]),
    ...(message === undefined ? [] : [message.slice(0, 500)]),
  ];
  const suffix = facts.length === 0 ? '' : ` (${facts.join(', ')})`;
  if (status === 'timed-out') return `timed out${suffix}`;
  return status === 'not-started' ? `could not be started${suffix}` : `failed${suffix}`;
}

/**
 * The end of what an execution wrote, one line each, and the place of its log, seen from the root of the
 * repository: to stand behind the sentence of a problem, which forms show line by line.
 * @param log relative to the run's folder
 */
export async function quoteOutput(runDirectory: string, id: string, log: string): Promise<string> {
  const lines = await readLastLines(join(runDirectory, log));
  if (lines.length === 0) return '; it wrote nothing';
  const place = ['.perigee', 'runs', id, log].join('/');
  return ['', ...lines, `log: ${place}`].join('\n');
}

async function readLastLines(file: string): Promise<string[]> {
  const lines = await readEndLines(file);
  return lines.filter((line) => line.trim() !== '').slice(-lastLines);
}

/** The last lines of a log, each cut to a length that can be shown. A link leads to what is no log. */
export async function readEndLines(path: string): Promise<string[]> {
  const text = await readEnd(path).catch(() => '');
  return stripVTControlCharacters(text)
    .split(/\r?\n/)
    .map((line) => line.slice(0, longestLine).toWellFormed());
}

async function readEnd(path: string): Promise<string> {
  const { O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;
  await using file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  const { size } = await file.stat();
  const buffer = Buffer.alloc(Math.min(size, bytesRead));
  await file.read(buffer, 0, buffer.length, size - buffer.length);
  return buffer.toString('utf8');
}
