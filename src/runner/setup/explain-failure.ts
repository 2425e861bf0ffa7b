import { readFile } from 'node:fs/promises';
import type { Side } from '../../contract/documents.ts';
import type { UserErrorFacts } from '../../contract/user-error.ts';

export interface FailedSetup {
  side: Side;
  /** How a person named the revision. */
  label: string;
  command: readonly string[];
  /** e.g. "exit code 1". */
  why: string;
  logFile: string;
  /** Where in the log the output of this command begins, in bytes. */
  logOffset: number;
}

const firstLines = 5;
const lastLines = 10;
const longestLine = 300;
const mostBytes = 64 * 1024;
/** So npm says it when `npm ci` finds no lock file (seen with npm 11). */
const needsLockFile = /can only install .*existing package-lock\.json/;

/** What a failing setup command says of itself, and what to do about it. */
export async function explainFailure(failed: FailedSetup): Promise<UserErrorFacts> {
  const { side, label, command, why, logFile } = failed;
  const seen = `setup of the ${side} side (${label}) failed: ${command.join(' ')}: ${why}`;
  const output = await readOutput(logFile, failed.logOffset);
  if (needsLockFile.test(output)) {
    return {
      seen: `${seen}: that revision holds no package-lock.json`,
      expected: 'a lock file that is committed: `npm ci` installs what it lists, and nothing else',
      remedy:
        side === 'before'
          ? 'commit it, or where the change brings it, merge it first: what comes after it has a base with one. Otherwise let setup in perigee.yml say [npm, install]'
          : 'commit package-lock.json (npm install --package-lock-only writes one), or let setup in perigee.yml say [npm, install]',
    };
  }
  return {
    seen,
    expected: `a setup that works in a fresh checkout of that revision${quote(output)}`,
    remedy: `read ${logFile}; a fresh checkout holds no ignored files, so setup has to make what the tests need`,
  };
}

/** The reason may stand at the top, with the help of the program below it, or at the end of much work. */
function quote(output: string): string {
  const lines = output.trimEnd().split('\n');
  if (output.trim() === '') return '';
  const left = lines.length - firstLines - lastLines;
  const shown =
    left <= 1
      ? lines
      : [...lines.slice(0, firstLines), `… ${left} more lines …`, ...lines.slice(-lastLines)];
  return `; it said\n${shown.map((line) => `    ${line.slice(0, longestLine)}`).join('\n')}`;
}

async function readOutput(logFile: string, offset: number): Promise<string> {
  const log = await readFile(logFile).catch(() => Buffer.alloc(0));
  // What was cut out of a long log moved the rest to the front.
  return log.toString('utf8', offset <= log.length ? offset : Math.max(0, log.length - mostBytes));
}
