import { readResultCode } from '../../sqlite/result-codes.ts';
import { StoreUnavailable } from '../series-store.ts';

/** Result codes of SQLite for which waiting, or an operator, helps: the data is as good as it was. */
const busy = 5;
const locked = 6;
const readOnly = 8;
const inputOutput = 10;
const full = 13;
const cannotOpen = 14;
const passing: ReadonlySet<number> = new Set([
  busy,
  locked,
  readOnly,
  inputOutput,
  full,
  cannotOpen,
]);

/** The same error, or that the store is not available where the error says so. */
export function explainError(error: unknown, name: string): unknown {
  if (!(error instanceof Error) || !passing.has(readResultCode(error) ?? 0)) return error;
  return new StoreUnavailable(`${name}: ${error.message}`, { cause: error });
}
