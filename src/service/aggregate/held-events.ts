import type { EventHold } from '../../aggregate/arrival.ts';
import type { EventBatch, EventMessage } from '../../transport/events/event-source.ts';

/** The messages whose builds are not written yet. */
export interface HeldEvents {
  /** A batch that was rejected comes again: what is held of it is held once. */
  hold(batch: EventBatch, message: EventMessage): EventHold;
  /** Undefined when it was released or lost, even if its event came again and is held again. */
  find(hold: EventHold): EventMessage | undefined;
  /** They are done: the log may move on. */
  release(holds: Iterable<EventHold>): void;
  count(): number;
}

interface HeldEvent extends EventHold {
  message: EventMessage;
  letGo: () => void;
  lost: AbortSignal;
}

/** @param onLost what somebody else has now */
export function createHeldEvents(onLost: (holds: readonly EventHold[]) => void): HeldEvents {
  const held = new Map<string, HeldEvent>();
  const watched = new WeakSet<AbortSignal>();
  const findCurrent = (hold: EventHold): HeldEvent | undefined => {
    const current = held.get(hold.position);
    return current === hold ? current : undefined;
  };
  const watch = (lost: AbortSignal): void => {
    if (watched.has(lost)) return;
    watched.add(lost);
    lost.addEventListener('abort', () => {
      const holds = [...held.values()].filter((each) => each.lost === lost);
      for (const { position } of holds) held.delete(position);
      onLost(holds);
    });
  };
  return {
    hold: (batch, message) => {
      const { position } = message;
      const before = held.get(position);
      if (before !== undefined && before.lost === batch.lost) return before;
      watch(batch.lost);
      const hold = { position, message, letGo: batch.hold(message), lost: batch.lost };
      held.set(position, hold);
      return hold;
    },
    find: (hold) => findCurrent(hold)?.message,
    release: (holds) => {
      for (const hold of holds) {
        const current = findCurrent(hold);
        if (current === undefined) continue;
        current.letGo();
        held.delete(current.position);
      }
    },
    count: () => held.size,
  };
}
