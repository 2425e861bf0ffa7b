import type { BuildKey, ShardDone } from '../contract/documents.ts';
import type { Arrival, EventHold, ReadyBuild } from './arrival.ts';
import { identifyShard, tallyShards } from './tally-shards.ts';

type Reason = ReadyBuild['reason'];

/** One build that is not written, or not with all that came of it. */
export interface BuildEntry {
  readonly sinceMs: number;
  add(id: string, arrival: Arrival, quietAtMs: number): boolean;
  /** Why it can be written now; it is taken then. */
  take(nowMs: number): Reason | undefined;
  /** Before that time `take` need not be asked again, unless something happens to the build. */
  nextMs(): number;
  describe(reason: Reason): ReadyBuild;
  /** @returns what is done, which it forgets; a shard put aside counts as never announced */
  finish(ready: ReadyBuild, quietAtMs: number, aside: readonly ShardDone[]): EventHold[];
  finished(): ReadonlyMap<string, ShardDone>;
  giveBack(reason: Reason, notBeforeMs: number): void;
  keepWaiting(): void;
  /** @returns whether that helps: not where it waits for another try */
  hurry(): boolean;
  forget(lost: ReadonlySet<EventHold>): void;
  /** Nothing is left of it, and it is not taken. */
  isOver(): boolean;
  events(): number;
}

export interface EntryStart {
  dueAtMs: number;
  sinceMs: number;
  /** With which it was written before. */
  known: ReadonlyMap<string, ShardDone> | undefined;
}

export function createBuildEntry(key: string, build: BuildKey, start: EntryStart): BuildEntry {
  const shards = new Map(start.known);
  const written = new Set(shards.keys());
  /** Which shard each event announced. */
  const events = new Map<EventHold, string>();
  let isTaken = false;
  let isWhole = false;
  let dueAtMs = start.dueAtMs;
  let quietAtMs = Infinity;
  let again: { reason: Reason; atMs: number } | undefined;

  const chooseReason = (nowMs: number): Reason | undefined => {
    if (isTaken || (again !== undefined && nowMs < again.atMs)) return undefined;
    if (isWhole) return 'complete';
    if (nowMs >= dueAtMs) return 'deadline';
    if (again !== undefined) return again.reason;
    return nowMs >= quietAtMs ? 'quiet' : undefined;
  };

  return {
    sinceMs: start.sinceMs,
    add: (id, { shard, hold, dueAtMs: due }, quiet) => {
      events.set(hold, id);
      dueAtMs = Math.min(dueAtMs, due);
      if (shards.has(id)) return false;
      shards.set(id, shard);
      quietAtMs = quiet;
      isWhole = tallyShards(shards.values()).missing.length === 0;
      return true;
    },
    take: (nowMs) => {
      const reason = chooseReason(nowMs);
      if (reason === undefined) return undefined;
      isTaken = true;
      // News that comes from now on is not looked at yet.
      quietAtMs = Infinity;
      return reason;
    },
    nextMs: () => {
      if (isTaken) return Infinity;
      const wanted = isWhole || again !== undefined ? -Infinity : Math.min(dueAtMs, quietAtMs);
      return Math.max(wanted, again?.atMs ?? -Infinity);
    },
    describe: (reason) => ({
      ...{ key, build, reason },
      shards: [...shards.values()],
      events: [...events].flatMap(([hold, id]) => {
        const shard = shards.get(id);
        return shard === undefined ? [] : [{ hold, shard }];
      }),
    }),
    finish: (ready, quiet, aside) => {
      isTaken = false;
      again = undefined;
      // Records that came meanwhile are late already.
      dueAtMs = Math.min(dueAtMs, quiet);
      const bad = new Set(aside.map(identifyShard));
      for (const id of bad) written.delete(id);
      const done: EventHold[] = [];
      for (const { hold, shard } of ready.events) {
        // One that was lost meanwhile says nothing: the process that has the event now, perhaps this one, starts again.
        if (!events.delete(hold)) continue;
        done.push(hold);
        const id = identifyShard(shard);
        if (!bad.has(id)) written.add(id);
      }
      for (const [hold, id] of events) {
        if (!written.has(id)) continue;
        events.delete(hold);
        done.push(hold);
      }
      const left = new Set(events.values());
      for (const id of bad) if (!left.has(id)) shards.delete(id);
      isWhole = tallyShards(shards.values()).missing.length === 0;
      return done;
    },
    finished: () => new Map([...shards].filter(([id]) => written.has(id))),
    giveBack: (reason, atMs) => {
      isTaken = false;
      again = { reason, atMs };
    },
    keepWaiting: () => {
      isTaken = false;
      again = undefined;
    },
    hurry: () => {
      dueAtMs = -Infinity;
      return again === undefined;
    },
    forget: (lost) => {
      for (const hold of events.keys()) if (lost.has(hold)) events.delete(hold);
    },
    isOver: () => events.size === 0 && !isTaken,
    events: () => events.size,
  };
}
