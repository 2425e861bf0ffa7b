import { AsyncLocalStorage } from 'node:async_hooks';

/** `requests` that a platform counts, and `bytes` of downloads. */
export type Cost = 'requests' | 'bytes';

export interface Spent {
  message: string;
  retryAfterMs: number;
}

/** The most that one of many may cost, so that there is something left for the others. */
export interface Purse {
  spend(cost: Cost, amount: number): void;
  /** @returns undefined while there is something left */
  findSpent(): Spent | undefined;
}

const current = new AsyncLocalStorage<Set<Purse>>();

/** Whatever the work asks of platforms is paid from these purses. */
export function payFrom<T>(purses: readonly Purse[], work: () => Promise<T>): Promise<T> {
  return current.run(new Set(purses), work);
}

/** One more pays from now on, for the work that is being done: who it is for shows only while it is done. */
export function payAlsoFrom(purse: Purse): void {
  current.getStore()?.add(purse);
}

/** Does nothing without payers. */
export function spend(cost: Cost, amount: number): void {
  for (const purse of current.getStore() ?? []) purse.spend(cost, amount);
}

/** Asked before something is spent. */
export function findSpent(): Spent | undefined {
  for (const purse of current.getStore() ?? []) {
    const spent = purse.findSpent();
    if (spent !== undefined) return spent;
  }
  return undefined;
}

export interface PurseOptions {
  limits: Readonly<Record<Cost, number>>;
  windowMs: number;
  /** Goes forward only. */
  clockMs(): number;
  /** Told of what goes over: the kind of the payer. */
  onSpent(of: string): void;
}

/** So many purses are kept; the one unused for longest is forgotten first. */
const mostPurses = 10_000;

/** @returns the purse of a payer: the same one for a window of time */
export function openPurses(options: PurseOptions): (of: string, name: string) => Purse {
  const { limits, windowMs, clockMs, onSpent } = options;
  const purses = new Map<string, Purse & { endsMs: number }>();
  const open = (of: string, name: string): Purse & { endsMs: number } => {
    const left = { ...limits };
    const endsMs = clockMs() + windowMs;
    let isTold = false;
    return {
      endsMs,
      spend: (cost, amount) => {
        left[cost] -= amount;
      },
      findSpent: () => {
        const cost = (['requests', 'bytes'] as const).find((each) => left[each] <= 0);
        const retryAfterMs = endsMs - clockMs();
        if (cost === undefined || retryAfterMs <= 0) return undefined;
        if (!isTold) onSpent(of);
        isTold = true;
        return { message: `${of} ${name} has spent its ${cost} of this hour`, retryAfterMs };
      },
    };
  };
  return (of, name) => {
    const key = `${of} ${name}`;
    const known = purses.get(key);
    const purse = known !== undefined && known.endsMs > clockMs() ? known : open(of, name);
    purses.delete(key);
    purses.set(key, purse);
    const [oldest] = purses.keys();
    if (purses.size > mostPurses && oldest !== undefined) purses.delete(oldest);
    return purse;
  };
}
