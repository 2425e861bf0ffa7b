import { explainMachineFault } from '../logging/machine-fault.ts';
import { exitCode, UserError } from '../contract/user-error.ts';
import { makePlain } from '../report/plain-text.ts';

/**
 * Waits for a command. An error that the user can fix is printed and becomes its exit code; any other
 * is a defect of ours, which `printDefect` prints.
 */
export async function endWith(command: Promise<number>): Promise<number> {
  try {
    return await command;
  } catch (error) {
    return printError(error);
  }
}

function printError(caught: unknown): number {
  const error = explainMachineFault(caught) ?? caught;
  if (!(error instanceof UserError)) return printDefect(error);
  // It may quote names, or the end of a log, which a terminal must not obey.
  const lines = error.message.split('\n').map(makePlain);
  process.stderr.write(`perigee: ${lines.join('\n')}\n`);
  return error.exitCode;
}

/** Ends the program with the exit code of a command. */
export async function end(command: Promise<number>): Promise<void> {
  process.exitCode = await endWith(command);
}

/**
 * Shows a defect with its stack. It must not end with the code that Node gives a crash: that is 1, which
 * would read as a regression of the user's code.
 */
function printDefect(error: unknown): number {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(
    `${stack}\nperigee: this is a defect of Perigee and says nothing about your code\n`,
  );
  return exitCode.couldNotMeasure;
}

/** For what no command awaits: a reader of our output that has gone away, and defects. */
export function endWithoutFalseRed(): void {
  for (const stream of [process.stdout, process.stderr]) {
    // `perigee report | head` closes the pipe when it has seen enough; the verdict stays what it is.
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
  process.on('uncaughtException', (error) => {
    process.exit(printError(error));
  });
}
