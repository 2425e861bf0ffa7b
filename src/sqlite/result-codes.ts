const busy = 5;
const locked = 6;

/** Whether another process is writing just now. */
export function isBusy(error: unknown): boolean {
  const code = readResultCode(error);
  return code === busy || code === locked;
}

/** The result code of SQLite: the lowest byte of the extended one. Undefined for errors of others. */
export function readResultCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error)) return undefined;
  return typeof error.errcode === 'number' ? error.errcode & 0xff : undefined;
}
