import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PairConsumerOptions } from './pair-consumer.ts';

/** Processes that consume, each of which can be killed and comes back as a new one. */
export interface Consumers {
  /** `kill -9`, then a new process in its place. */
  killAndReplace(index: number): Promise<void>;
  /** What was written to standard error by all of them. */
  readonly complaints: () => string;
  stop(): Promise<void>;
}

export function startConsumers(count: number, options: PairConsumerOptions): Consumers {
  let complaints = '';
  const spawnOne = (): ChildProcess => {
    const script = join(import.meta.dirname, 'pair-consumer.ts');
    const child = spawn(process.execPath, [script, JSON.stringify(options)], {
      env: {
        PATH: process.env['PATH'],
        // Of such a start, most of the time goes into reading the sources.
        NODE_COMPILE_CACHE: join(tmpdir(), 'perigee-compile-cache'),
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      complaints += text;
    });
    return child;
  };
  const children = Array.from({ length: count }, spawnOne);
  const end = async (child: ChildProcess, signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
  return {
    killAndReplace: async (index) => {
      const child = children[index];
      if (child === undefined) throw new Error(`there is no consumer ${index}`);
      await end(child, 'SIGKILL');
      children[index] = spawnOne();
    },
    complaints: () => complaints,
    stop: async () => {
      await Promise.all(children.map((child) => end(child, 'SIGTERM')));
    },
  };
}

/** How often each pair was written. */
export function countEffects(file: string): Map<string, number> {
  const counts = new Map<string, number>();
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  for (const line of lines) if (line !== '') counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
}

/**
 * Messages of so many pairs for each key, as pair-consumer.ts takes them. The halves of a pair lie further
 * apart than a batch is long, so that what is held outlives its batch.
 */
export function layOutPairs(keys: number, pairs: number): { key: string; value: string }[] {
  const block = 30;
  const messages: { key: string; value: string }[] = [];
  for (let first = 0; first < pairs; first += block) {
    for (const half of [0, 1]) {
      for (let pair = first; pair < Math.min(first + block, pairs); pair++) {
        for (let key = 0; key < keys; key++) {
          messages.push({ key: `key-${key}`, value: String(2 * pair + half) });
        }
      }
    }
  }
  return messages;
}

export function namePairs(keys: number, pairs: number): string[] {
  return Array.from({ length: keys }, (_key, key) =>
    Array.from({ length: pairs }, (_pair, pair) => `key-${key}/${pair}`),
  ).flat();
}
