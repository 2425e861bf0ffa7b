import { UserError } from '../../../src/contract/user-error.ts';
import { type FileHold, tryHoldFile } from '../../../src/sqlite/hold-file.ts';

/**
 * Sees to it that this process alone works with a ledger. Others may still read and write the file; of those
 * that ask for it here one has it, until it lets go or is no more.
 * @returns undefined while another process has it
 * @throws UserError when its folder takes no lock
 */
export function tryHoldLedger(file: string): FileHold | undefined {
  try {
    return tryHoldFile(file, 'report');
  } catch (error) {
    throw new UserError({
      where: file,
      seen: `the ledger of the bot cannot be held for one process: ${(error as Error).message}`,
      expected: 'a folder on a local disk that this process may write to',
      cause: error,
    });
  }
}
