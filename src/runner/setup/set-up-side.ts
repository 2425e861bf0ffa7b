import { mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Side } from '../../contract/documents.ts';
import { exitCode, UserError } from '../../contract/user-error.ts';
import { runSetupCommand } from './run-command.ts';

export interface SideSetup {
  side: Side;
  /** How a person named the revision. */
  label: string;
  directory: string;
  commands: readonly (readonly string[])[];
  timeoutMs: number;
  environment: Readonly<Record<string, string>>;
  logFile: string;
  signal: AbortSignal | undefined;
  onCommand(command: readonly string[]): void;
}

const shownLines = 20;

/**
 * Runs the suite's setup in one side's worktree, command by command.
 * @returns 'interrupted' when the signal stopped it
 * @throws UserError (could not measure) with the end of the log when a command fails
 */
export async function setUpSide(setup: SideSetup): Promise<'done' | 'interrupted'> {
  await mkdir(dirname(setup.logFile), { recursive: true });
  for (const command of setup.commands) {
    setup.onCommand(command);
    const end = await runSetupCommand({ ...setup, command });
    if (end.kind === 'interrupted') return 'interrupted';
    if (end.kind === 'failed') {
      throw new UserError({
        seen: `setup of the ${setup.side} side (${setup.label}) failed: ${command.join(' ')}: ${end.why}`,
        expected: `a setup that works in a fresh checkout of that revision${await showEnd(setup.logFile)}`,
        remedy: `read ${setup.logFile}; a fresh checkout holds no ignored files, so setup has to make what the tests need`,
        exitCode: exitCode.couldNotMeasure,
      });
    }
  }
  return 'done';
}

async function showEnd(logFile: string): Promise<string> {
  const text = await readFile(logFile, 'utf8').catch(() => '');
  const lines = text.trimEnd().split('\n').slice(-shownLines);
  return `; its last lines were\n${lines.map((line) => `    ${line.slice(0, 300)}`).join('\n')}`;
}
