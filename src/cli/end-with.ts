import { UserError } from '../contract/user-error.ts';

/**
 * Waits for a command. An error that the user can fix is printed and becomes its exit code; any other
 * is a defect and crashes with its stack.
 */
export async function endWith(command: Promise<number>): Promise<number> {
  try {
    return await command;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    process.stderr.write(`perigee: ${error.message}\n`);
    return error.exitCode;
  }
}
