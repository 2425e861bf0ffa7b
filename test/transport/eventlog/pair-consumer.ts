/**
 * A process that consumes as the service does, to be killed. Messages `n` of a key come in pairs, 0 and 1,
 * 2 and 3, as shards of one build. The first of a pair is held until the second is there; then the pair
 * is written to a file, one line each time. A pair lost with the process has to come again.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { EventQueue } from '../../../src/transport/eventlog/event-log.ts';
import type { KafkaSettings } from '../../../src/transport/eventlog/kafka-settings.ts';

export interface PairConsumerOptions {
  log:
    | { kind: 'sqlite'; file: string }
    | { kind: 'kafka'; settings: KafkaSettings; sessionMs: number };
  effects: string;
  /** How long each message takes at most; work is drawn out so that a kill hits the middle of it. */
  workMs: number;
}

interface Assignment {
  /** By pair and half, how to let it go. */
  waiting: Map<string, () => void>;
  /** One half of these may come again without the other, which is done. */
  written: ReadonlySet<string>;
}

const options = JSON.parse(process.argv[2] ?? '') as PairConsumerOptions;
/** What is held, by the assignment that it belongs to: with that, it is forgotten. */
const held = new WeakMap<AbortSignal, Assignment>();
const controller = new AbortController();
process.on('SIGTERM', () => controller.abort());

const queue = await open();
await queue.openSource('pairs').consume(
  async (batch) => {
    const { waiting, written } = held.get(batch.lost) ?? startAssignment();
    held.set(batch.lost, { waiting, written });
    for (const message of batch.messages) {
      const number = Number(message.value);
      const pair = `${message.key}/${Math.floor(number / 2)}`;
      if (written.has(pair)) continue;
      const other = `${pair}/${1 - (number % 2)}`;
      const release = batch.hold(message);
      const releaseOther = waiting.get(other);
      if (releaseOther === undefined) {
        waiting.set(`${pair}/${number % 2}`, release);
      } else {
        await pause(Math.random() * options.workMs);
        appendFileSync(options.effects, `${pair}\n`);
        waiting.delete(other);
        releaseOther();
        release();
      }
      await batch.heartbeat();
    }
  },
  { signal: controller.signal },
);
await queue.close();

function startAssignment(): Assignment {
  const text = existsSync(options.effects) ? readFileSync(options.effects, 'utf8') : '';
  return { waiting: new Map(), written: new Set(text.split('\n')) };
}

/** Reads the code of its own log alone: it is started dozens of times. */
async function open(): Promise<EventQueue> {
  const { log } = options;
  if (log.kind === 'kafka') {
    const { openKafkaQueue } = await import('../../../src/transport/eventlog/kafka/kafka-queue.ts');
    return openKafkaQueue(log.settings, { sessionMs: log.sessionMs });
  }
  const { openSqliteQueue } =
    await import('../../../src/transport/eventlog/sqlite/sqlite-queue.ts');
  return openSqliteQueue({ file: log.file, times: { pollMs: 10 } });
}
