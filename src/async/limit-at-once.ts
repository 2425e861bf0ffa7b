import pLimit from 'p-limit';

export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/** Runs so many pieces of work at one time; the others wait for their turn. */
export function limitAtOnce(most: number): InTurn {
  return pLimit(most);
}
