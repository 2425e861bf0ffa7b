import type {
  DeadLetters,
  EventHandler,
  EventMessage,
  EventSource,
} from '../../../src/transport/eventlog/event-log.ts';
import { type Progress, trackProgress } from '../../../src/transport/eventlog/progress.ts';

/** A log of some partitions, each of which its consumer can lose and get again at any moment. */
export interface FickleLog {
  source: EventSource;
  /** In the order in which they were appended. */
  readonly messages: readonly EventMessage[];
  /** Before the partition is given. @returns its position */
  append(partition: number, event: unknown): string;
  isGiven(partition: number): boolean;
  /** @param stores whether what is done of it was stored before; what was not comes again */
  lose(partition: number, stores?: boolean): void;
  /** Resolves when all of it was handed over, or it was lost meanwhile. */
  give(partition: number): Promise<void>;
}

interface Life {
  progress: Progress;
  lost: AbortController;
}

interface Partition {
  messages: EventMessage[];
  storedUpTo: number;
  life: Life | undefined;
}

export function openFickleLog(partitionCount: number): FickleLog {
  const partitions = Array.from({ length: partitionCount }, (): Partition => {
    return { messages: [], storedUpTo: -1, life: undefined };
  });
  const messages: EventMessage[] = [];
  const started = Promise.withResolvers<EventHandler>();
  /** Never two batches at a time. */
  let handling: Promise<unknown> = started.promise;

  const handOver = async (number: number, { progress, lost }: Life): Promise<void> => {
    const handle = await started.promise;
    const all = partitions[number]!.messages;
    let isHandled = progress.doneUpTo() + 1 === all.length;
    while (!isHandled && !lost.signal.aborted) {
      const batch = handle({
        ...{ partition: String(number), lost: lost.signal, heartbeat: () => Promise.resolve() },
        messages: all.slice(progress.doneUpTo() + 1),
        hold: (message) => progress.hold(all.indexOf(message)),
      });
      isHandled = await batch.then(
        () => true,
        () => false,
      );
    }
    if (!lost.signal.aborted) progress.settle(all.length - 1);
  };
  const findDone = ({ storedUpTo, life }: Partition): number =>
    life?.progress.doneUpTo() ?? storedUpTo;
  return {
    messages,
    append: (number, event) => {
      const own = partitions[number]!.messages;
      const value = typeof event === 'string' ? event : JSON.stringify(event);
      const position = `log/${number}/${own.length}`;
      const message = { key: '', value, position, receivedAtMs: Date.now() };
      own.push(message);
      messages.push(message);
      return position;
    },
    isGiven: (number) => partitions[number]!.life !== undefined,
    lose: (number, stores = true) => {
      const partition = partitions[number]!;
      if (stores) partition.storedUpTo = findDone(partition);
      const lost = partition.life?.lost;
      partition.life = undefined;
      lost?.abort(new Error('the partition is lost'));
    },
    give: async (number) => {
      const partition = partitions[number]!;
      const life = {
        progress: trackProgress(partition.storedUpTo),
        lost: new AbortController(),
      };
      partition.life = life;
      handling = handling.then(() => handOver(number, life));
      await handling;
    },
    source: {
      name: 'a fickle log',
      consume: async (handler, { signal }) => {
        started.resolve(handler);
        await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      },
      lag: async () => ({
        messages: partitions.reduce(
          (sum, each) => sum + each.messages.length - 1 - findDone(each),
          0,
        ),
      }),
    },
  };
}

/** Of each position the code of its reason, i.e. what stands before the colon. */
export async function listCodes(letters: DeadLetters): Promise<Record<string, string>> {
  const all = await letters.list();
  return Object.fromEntries(
    all.map(({ message, reason }) => [message.position, reason.split(':')[0] ?? '']),
  );
}
