import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { within } from '../../async/within.ts';

const limitMs = 10_000;

/** The counters of `count-as-root.ts`, which runs as root for a Perigee that does not. */
export class RootCounters {
  readonly #program: ChildProcessByStdio<Writable, Readable, null>;
  readonly #lines: AsyncIterator<string, undefined>;
  readonly #gone: Promise<unknown>;

  private constructor(command: readonly string[], launcher: number) {
    const [program = '', ...values] = command;
    this.#program = spawn(program, [...values, String(launcher)], {
      stdio: ['pipe', 'pipe', 'ignore'],
      // Ctrl-C is for Perigee: this one ends with its input.
      detached: true,
    });
    // Events that come before anybody waits must not end this process.
    this.#gone = once(this.#program, 'close').catch(() => undefined);
    this.#program.stdin.on('error', () => {});
    this.#lines = createInterface({ input: this.#program.stdout })[Symbol.asyncIterator]();
  }

  /**
   * @param launcher counts with all that it starts, and without its own calls
   * @returns undefined where that program does not count
   */
  static async attach(
    command: readonly string[],
    launcher: number,
  ): Promise<RootCounters | undefined> {
    const counters = new RootCounters(command, launcher);
    if ((await counters.#next()) === 'ready') return counters;
    await counters.close();
    return undefined;
  }

  /** By name, such as `syscall.fsync`. */
  async read(): Promise<Record<string, number> | undefined> {
    this.#program.stdin.write('\n');
    const line = await this.#next();
    return line === undefined ? undefined : (JSON.parse(line) as Record<string, number>);
  }

  /** Resolves when nothing is attached any more. */
  async close(): Promise<void> {
    this.#program.stdin.end();
    await within(limitMs, this.#gone).catch(() => {
      // This user may not end what root runs, but need not wait for it.
      this.#program.stdout.destroy();
      this.#program.unref();
    });
  }

  #next(): Promise<string | undefined> {
    return within(limitMs, this.#lines.next())
      .then(({ value }) => value)
      .catch(() => undefined);
  }
}
