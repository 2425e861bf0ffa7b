import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
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
