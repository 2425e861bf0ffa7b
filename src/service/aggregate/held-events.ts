import type { EventBatch, EventMessage } from '../../transport/events/event-source.ts';

/** The messages whose builds are not written yet. */
export interface HeldEvents {
  hold(batch: EventBatch, message: EventMessage): void;
  find(position: string): EventMessage | undefined;
  /** They are done: the log may move on. */
  release(positions: Iterable<string>): void;
  count(): number;
}

/** @param onLost positions that somebody else has now */
export function createHeldEvents(onLost: (positions: readonly string[]) => void): HeldEvents {
  const held = new Map<string, { message: EventMessage; letGo: () => void; lost: AbortSignal }>();
  const watched = new WeakSet<AbortSignal>();
  const watch = (lost: AbortSignal): void => {
    if (watched.has(lost)) return;
    watched.add(lost);
    lost.addEventListener('abort', () => {
      const positions = [...held].filter(([, each]) => each.lost === lost).map(([at]) => at);
      for (const position of positions) held.delete(position);
      onLost(positions);
    });
  };
  return {
    hold: (batch, message) => {
      watch(batch.lost);
      const letGo = batch.hold(message);
      held.set(message.position, { message, letGo, lost: batch.lost });
    },
    find: (position) => held.get(position)?.message,
    release: (positions) => {
      for (const position of positions) {
        held.get(position)?.letGo();
        held.delete(position);
      }
    },
    count: () => held.size,
  };
}
