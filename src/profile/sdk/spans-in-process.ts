import { AsyncLocalStorage } from 'node:async_hooks';
import type { Connection } from './connection.ts';
import { NumberBuffer } from './number-buffer.ts';
import { shareInProcess } from './share-in-process.ts';

export interface Span {
  /** 0 without a collector. */
  id: number;
  annotations: Record<string, string | number | boolean>;
  count: number;
  numbers?: NumberBuffer;
  parent?: Span | undefined;
  /** Work that it began may outlive it. */
  hasEnded?: boolean;
}

interface State {
  current: AsyncLocalStorage<Span>;
  /** The spans of running test cases. */
  cases: Set<Span>;
  connecting?: Promise<Connection | undefined>;
  flushing?: Promise<void> | undefined;
  lastId: number;
  ofWholeTest: NumberBuffer;
  isWatched: boolean;
}

export const state = shareInProcess('spans', (): State => ({
  current: new AsyncLocalStorage(),
  cases: new Set(),
  lastId: 0,
  ofWholeTest: new NumberBuffer(),
  isWatched: false,
}));

/**
 * The span that a call belongs to. Jest does not call a test within what its events call: there the test case
 * that runs is the one, unless several run at once.
 */
export function innermost(): Span | undefined {
  let span = state.current.getStore();
  while (span?.hasEnded === true) span = span.parent;
  if (span !== undefined || state.cases.size !== 1) return span;
  const [only] = state.cases;
  return only;
}

/** Runs the body of a test case, within its span. */
export async function runCase<T>(body: () => T | Promise<T>): Promise<T> {
  const span = state.current.getStore();
  if (span === undefined) return body();
  state.cases.add(span);
  try {
    return await body();
  } finally {
    state.cases.delete(span);
  }
}
