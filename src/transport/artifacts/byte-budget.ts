import { artifactLimits } from './artifact-limits.ts';

interface Waiter {
  bytes: number;
  start(): void;
}

/**
 * How many bytes of downloads may be in memory at one time. A request above the rest waits, and is not
 * overtaken: a large artifact comes to its turn beside many small ones.
 */
export class ByteBudget {
  readonly #total: number;
  readonly #waiting: Waiter[] = [];
  #taken = 0;

  /** @param total by default enough for the largest artifact alone */
  constructor(total: number = artifactLimits.maxBytes) {
    this.#total = total;
  }

  /** Runs the work when there is room for its bytes; more than the whole budget are taken for all of it. */
  async within<T>(bytes: number, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const taken = Math.min(bytes, this.#total);
    await this.#take(taken, signal);
    try {
      return await work();
    } finally {
      this.#taken -= taken;
      this.#startNext();
    }
  }

  async #take(bytes: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    const waiter: Waiter = { bytes, start: () => undefined };
    const giveUp = (): void => {
      this.#waiting.splice(this.#waiting.indexOf(waiter), 1);
      reject(signal.reason);
      this.#startNext();
    };
    signal.addEventListener('abort', giveUp, { once: true });
    waiter.start = () => {
      signal.removeEventListener('abort', giveUp);
      resolve(undefined);
    };
    this.#waiting.push(waiter);
    this.#startNext();
    await promise;
  }

  #startNext(): void {
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      if (this.#taken + next.bytes > this.#total) return;
      this.#taken += next.bytes;
      this.#waiting.shift();
      next.start();
    }
  }
}
