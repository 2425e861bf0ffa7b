import type { LogBatch } from './follow-log.ts';

/** Told apart by identity: a message that came again after it was lost is another hold. */
export interface MessageHold {
  /** The position of the message in its log. */
  readonly position: string;
}

/** The messages of one log whose work is not done. */
export interface HeldMessages<M extends MessageHold> {
  /** A batch that was rejected comes again: what is held of it is held once. */
  hold(batch: LogBatch<M>, message: M): MessageHold;
  /** Undefined when it was released or lost, even if its event came again and is held again. */
  find(hold: MessageHold): M | undefined;
  /** They are done: the log may move on. */
  release(holds: Iterable<MessageHold>): void;
  count(): number;
}

interface Held<M> extends MessageHold {
  message: M;
  letGo: () => void;
  lost: AbortSignal;
}

/** @param onLost called for messages that another process has now */
export function createHeldMessages<M extends MessageHold>(
  onLost: (holds: readonly MessageHold[]) => void,
): HeldMessages<M> {
  const held = new Map<string, Held<M>>();
  const watched = new WeakSet<AbortSignal>();
  const findCurrent = (hold: MessageHold): Held<M> | undefined => {
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
