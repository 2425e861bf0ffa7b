import type { BuildKey, ShardDone } from '../contract/documents.ts';
import type { Arrival, PutAside, ReadyBuild } from './arrival.ts';
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
  /** @returns positions of what is done, which it forgets; a shard put aside counts as never told of */
  finish(ids: readonly string[], quietAtMs: number, aside: PutAside): string[];
  finished(): ReadonlyMap<string, ShardDone>;
  giveBack(reason: Reason, notBeforeMs: number): void;
  keepWaiting(): void;
  hurry(): void;
  forget(positions: ReadonlySet<string>): void;
  isEmpty(): boolean;
  positions(): number;
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
  /** Position of an event → which shard it told of. */
  const events = new Map<string, string>();
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
    add: (id, { shard, position, dueAtMs: due }, quiet) => {
      events.set(position, id);
      dueAtMs = Math.min(dueAtMs, due);
      if (shards.has(id)) return false;
      shards.set(id, shard);
      quietAtMs = quiet;
      isWhole = tallyShards(shards.values()).missing.length === 0;
      return true;
    },
    take: (nowMs) => {
      const reason = chooseReason(nowMs);
      if (reason !== undefined) isTaken = true;
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
      events: [...events].flatMap(([position, id]) => {
        const shard = shards.get(id);
        return shard === undefined ? [] : [{ position, shard }];
      }),
    }),
    finish: (ids, quiet, aside) => {
      isTaken = false;
      again = undefined;
      const bad = new Set(aside.shards.map(identifyShard));
      for (const id of ids) if (!bad.has(id)) written.add(id);
      // What came meanwhile is late already.
      dueAtMs = Math.min(dueAtMs, quiet);
      const isDone = ([position, id]: [string, string]): boolean =>
        written.has(id) || (bad.has(id) && aside.positions.has(position));
      const positions = [...events].filter(isDone).map(([each]) => each);
      for (const position of positions) events.delete(position);
      // Told of again meanwhile, say after its partition was lost and came back: it is looked at once more.
      const left = new Set(events.values());
      for (const id of bad) if (!left.has(id)) shards.delete(id);
      isWhole = shards.size > 0 && tallyShards(shards.values()).missing.length === 0;
      return positions;
    },
    finished: () => new Map([...shards].filter(([id]) => written.has(id))),
    giveBack: (reason, atMs) => {
      isTaken = false;
      again = { reason, atMs };
    },
    keepWaiting: () => {
      isTaken = false;
      again = undefined;
      quietAtMs = Infinity;
    },
    hurry: () => {
      dueAtMs = -Infinity;
    },
    forget: (positions) => {
      for (const position of positions) events.delete(position);
    },
    isEmpty: () => events.size === 0,
    positions: () => events.size,
  };
}
