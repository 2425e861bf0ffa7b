import { readResultCode } from '../../../src/sqlite/result-codes.ts';
import { StoreUnavailable } from '../../../src/store/series-store.ts';
import { Refused, Unavailable } from '../../../src/transport/platform-errors.ts';

export type Failure =
  /** It helps to wait. */
  | { kind: 'later'; askedMs: number | undefined }
  /** The same question gets the same answer. */
  | { kind: 'refused' }
  | { kind: 'defect' };

export function classifyFailure(error: unknown): Failure {
  if (error instanceof Unavailable || error instanceof StoreUnavailable) {
    return { kind: 'later', askedMs: error.retryAfterMs };
  }
  if (isOutageOfLedger(error)) return { kind: 'later', askedMs: undefined };
  if (error instanceof Refused) return { kind: 'refused' };
  return { kind: 'defect' };
}

/** A wrong statement or value, or a damaged file: waiting does not repair these. */
const lastingCodes: readonly number[] = [1, 11, 19, 20, 21, 25, 26];

/** The file is locked for long, full or out of reach: all of that ends some day, and a command is not lost. */
function isOutageOfLedger(error: unknown): boolean {
  const code = readResultCode(error);
  return code !== undefined && !lastingCodes.includes(code);
}
