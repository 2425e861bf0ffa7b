import type { BuildKey, ShardDone } from '../contract/documents.ts';
import type { Arrival, EventHold, ReadyBuild } from './arrival.ts';
import { createBuildEntry, type BuildEntry } from './pending-build.ts';
import { identifyShard } from './tally-shards.ts';

/** All times are of one clock that only goes forward, in milliseconds. */
export interface PendingRules {
  /** After the last event of a build the service looks for shards without an event. */
  quietMs: number;
  /** How many finished builds are remembered. The oldest are forgotten first. */
  rememberAtMost: number;
}

export interface PendingBuilds {
  /**
   * @returns `known` when the build was written with this shard already: its event is done. `repeated` when it
   * waits with this shard already. Unless it is known, its hold comes back from `written` when the build was.
   */
  receive(arrival: Arrival, nowMs: number): 'known' | 'repeated' | 'pending';
  /** The builds that can be written now. The caller owns each until `written` or `giveBack`. */
  takeReady(nowMs: number): ReadyBuild[];
  /**
   * The build lies in the store, or nothing can be made of it.
   * @param aside shards that led to nothing: another event for one of them is news
   * @returns what is done with it: the events of which it was made, but for those that were forgotten
   * meanwhile, and what came meanwhile and says the same as one of them
   */
  written(ready: ReadyBuild, nowMs: number, aside?: readonly ShardDone[]): EventHold[];
  /** It could not be written, or is not due after all; it is ready again then, for the same reason. */
  giveBack(ready: ReadyBuild, notBeforeMs: number): void;
  /** It was looked at in quiet, and shards are missing indeed. */
  keepWaiting(ready: ReadyBuild): void;
  /** So many of the oldest that wait for no other try are ready at the next call, with what they have. */
  hurry(builds: number): void;
  /**
   * Another process has these events now. A build without other events goes with them; one that is taken stays until it
   * comes back, so that it is never taken twice at a time.
   */
  forget(holds: readonly EventHold[]): void;
  /** Builds that are not written, and when the first of them came. */
  count(): { builds: number; events: number; oldestSinceMs: number | undefined };
}

export function keyBuild({ repository, suite, runId }: BuildKey): string {
  return JSON.stringify([repository, suite, runId]);
}

/**
 * The builds whose shards are still coming. It holds what events say and no numbers, and decides by
 * nothing but what it is given: the same arrivals in any order, any number of times, lead to the same
 * builds.
 */
export function createPendingBuilds(rules: PendingRules): PendingBuilds {
  const entries = new Map<string, BuildEntry>();
  const done = new Map<string, ReadonlyMap<string, ShardDone>>();
  /** To which something happened since the last call: the others need not be looked at before `nextMs`. */
  const changed = new Set<string>();
  let nextMs = Infinity;

  const open = (key: string, { build, dueAtMs }: Arrival, nowMs: number): BuildEntry => {
    const before = done.get(key);
    // Written without this shard, its deadline has passed: there is no reason to wait for long.
    const due = before === undefined ? dueAtMs : Math.min(dueAtMs, nowMs + rules.quietMs);
    const entry = createBuildEntry(key, build, { dueAtMs: due, sinceMs: nowMs, known: before });
    entries.set(key, entry);
    return entry;
  };

  const remember = (key: string, shards: ReadonlyMap<string, ShardDone>): void => {
    done.delete(key);
    done.set(key, shards);
    const [oldest] = done.keys();
    if (done.size > rules.rememberAtMost && oldest !== undefined) done.delete(oldest);
  };

  const comeBack = (key: string, entry: BuildEntry | undefined): void => {
    if (entry?.isOver() === true) entries.delete(key);
    else changed.add(key);
  };

  return {
    receive: (arrival, nowMs) => {
      const key = keyBuild(arrival.build);
      const id = identifyShard(arrival.shard);
      const known = entries.get(key);
      if (known === undefined && done.get(key)?.has(id) === true) return 'known';
      const entry = known ?? open(key, arrival, nowMs);
      const isNews = entry.add(id, arrival, nowMs + rules.quietMs);
      changed.add(key);
      return isNews ? 'pending' : 'repeated';
    },
    takeReady: (nowMs) => {
      const ready: ReadyBuild[] = [];
      const look = (entry: BuildEntry): void => {
        const reason = entry.take(nowMs);
        if (reason !== undefined) ready.push(entry.describe(reason));
        nextMs = Math.min(nextMs, entry.nextMs());
      };
      if (nowMs >= nextMs) {
        nextMs = Infinity;
        for (const entry of entries.values()) look(entry);
      } else {
        for (const key of changed) {
          const entry = entries.get(key);
          if (entry !== undefined) look(entry);
        }
      }
      changed.clear();
      return ready;
    },
    written: (ready, nowMs, aside = []) => {
      const entry = entries.get(ready.key);
      if (entry === undefined) return [];
      const finished = entry.finish(ready, nowMs + rules.quietMs, aside);
      if (finished.length > 0) remember(ready.key, entry.finished());
      comeBack(ready.key, entry);
      return finished;
    },
    giveBack: ({ key, reason }, notBeforeMs) => {
      const entry = entries.get(key);
      entry?.giveBack(reason, notBeforeMs);
      comeBack(key, entry);
    },
    keepWaiting: ({ key }) => {
      const entry = entries.get(key);
      entry?.keepWaiting();
      comeBack(key, entry);
    },
    hurry: (builds) => {
      let left = builds;
      nextMs = -Infinity;
      for (const entry of entries.values()) {
        if (left <= 0) return;
        if (entry.hurry()) left -= 1;
      }
    },
    forget: (holds) => {
      const lost = new Set(holds);
      for (const [key, entry] of entries) {
        entry.forget(lost);
        if (entry.isOver()) entries.delete(key);
      }
    },
    count: () => {
      let events = 0;
      let oldestSinceMs: number | undefined;
      for (const entry of entries.values()) {
        events += entry.events();
        oldestSinceMs = Math.min(oldestSinceMs ?? entry.sinceMs, entry.sinceMs);
      }
      return { builds: entries.size, events, oldestSinceMs };
    },
  };
}
