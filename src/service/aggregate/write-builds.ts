import { setTimeout as pause } from 'node:timers/promises';
import { createHash } from 'node:crypto';
import { identifyShard } from '../../aggregate/tally-shards.ts';
import type { Aggregate, BuildEvent, BuildKey, ShardDone } from '../../contract/documents.ts';
import { choosePauseMs } from '../../async/tries.ts';
import type { Refusal } from '../../store/series-store.ts';
import { findOutage, waitFor } from './outages.ts';
import type { AggregationPorts, HeldEvents } from './ports.ts';
import type { PreparedBuild, Rejected } from './prepare-build.ts';
import { putAside } from './put-aside.ts';

/**
 * Makes builds last: their points, then the dead letters of what cannot be used, then the events that say
 * so. What is out of reach is waited for here, with the builds in hand: nothing is read a second time for
 * it, and nothing more comes into memory.
 * @returns of each build, the shards whose events are among the dead letters now
 * @throws the reason of the signal; a defect of ours
 */
export async function writeBuilds(
  builds: readonly PreparedBuild[],
  held: HeldEvents,
  ports: AggregationPorts,
  signal: AbortSignal,
): Promise<ReadonlyMap<PreparedBuild, readonly Rejected[]>> {
  const { store, metrics, logger } = ports;
  const rejected = new Map<PreparedBuild, readonly Rejected[]>();
  const wanted = await dropWorse(builds, ports, signal);
  const points = wanted.map(({ folded }) => folded.points);
  const refused: Refusal[] = [];
  if (points.length > 0) {
    const outcome = await untilItWorks('series', ports, signal, () => store.write(points, signal));
    refused.push(...outcome.refused);
    metrics.pointsWritten.add(outcome.written);
    metrics.pointsRefused.add(refused.length);
  }
  for (const build of builds) {
    const faults = [...build.rejected, ...describeRefused(build, refused)];
    const put = () => putAside(build.ready, faults, held, ports);
    await untilItWorks('dead letters', ports, signal, put);
    rejected.set(build, faults);
  }
  await Promise.all(wanted.map((build) => announce(build, ports, signal)));
  for (const { folded, ready } of wanted) {
    const { missing, total } = folded.shards;
    metrics.buildsWritten.add(1, { whole: String(missing.length === 0) });
    const lost = refused.filter((one) => isOf(one, ready.build)).length;
    const points = folded.points.points.length - lost;
    const facts = { build: ready.key, points, total, missing };
    logger.log(missing.length === 0 ? 'info' : 'warn', 'wrote a build', facts);
  }
  return rejected;
}

/** The remains of a build, say of one whose artifacts have expired, do not replace the whole of it. */
async function dropWorse(
  builds: readonly PreparedBuild[],
  ports: AggregationPorts,
  signal: AbortSignal,
): Promise<PreparedBuild[]> {
  const kept: PreparedBuild[] = [];
  for (const build of builds) {
    const { ready, folded } = build;
    const isWhole = folded.shards.missing.length === 0;
    const stored = isWhole
      ? undefined
      : await untilItWorks('series', ports, signal, () => ports.store.readBuild(ready.build));
    if (stored?.build.isComplete !== true) kept.push(build);
    else ports.logger.log('info', 'left a whole build as it is', { build: ready.key });
  }
  return kept;
}

async function announce(
  { ready, folded }: PreparedBuild,
  ports: AggregationPorts,
  signal: AbortSignal,
): Promise<void> {
  const contents = ready.shards.map(identifyShard).sort();
  const emittedAt = new Date(ports.nowMs()).toISOString();
  const event = describeAggregated(ready.build, folded.shards, contents, emittedAt);
  await untilItWorks('event log', ports, signal, () => ports.log.append(event, signal));
}

/**
 * Points that the store will never take: the first event of their build stands for them, of those that led to
 * points where there is one, since an event that is put aside twice keeps its first reason.
 */
function describeRefused(
  { ready, rejected }: PreparedBuild,
  refused: readonly Refusal[],
): Rejected[] {
  const own = refused.filter((one) => isOf(one, ready.build));
  const [first] = own;
  const bad = new Set(rejected.map(({ shard }) => identifyShard(shard)));
  const isGood = ({ shard }: { shard: ShardDone }): boolean => !bad.has(identifyShard(shard));
  const event = ready.events.find(isGood) ?? ready.events[0];
  if (first === undefined || event === undefined) return [];
  const { test, span } = first.point;
  const place = `${JSON.stringify(test)} ${JSON.stringify(span)}`;
  const why = `the store refused ${own.length} points, first that of ${place}: ${first.reason}`;
  return [{ shard: event.shard, code: 'points-refused', why }];
}

function isOf({ build }: Refusal, { repository, runId, suite }: BuildKey): boolean {
  return build.runId === runId && build.suite === suite && build.repository === repository;
}

/** An outage is no reason to give up; anything else from the store is a defect and is thrown. */
async function untilItWorks<T>(
  what: 'series' | 'dead letters' | 'event log',
  ports: AggregationPorts,
  signal: AbortSignal,
  act: () => Promise<T>,
): Promise<T> {
  for (let tried = 1; ; tried++) {
    signal.throwIfAborted();
    try {
      return await act();
    } catch (error) {
      signal.throwIfAborted();
      const outage = findOutage(error);
      // A log throws plain errors for whatever keeps it from taking a message.
      if (outage === undefined && what === 'series') throw error;
      const pauseMs = choosePauseMs(tried, outage?.askedMs, waitFor(ports));
      ports.metrics.retries.add(1, { of: what });
      const why = error instanceof Error ? error.message : String(error);
      ports.logger.log('warn', 'waits for what does not take anything', { what, why, pauseMs });
      await pause(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  }
}

/**
 * The event "all points of this build are in the store". It is the same for the same shards, so readers of the log can
 * tell a redelivery from a build that has become whole.
 * @param contents what was written, e.g. the attempts of the shards
 */
function describeAggregated(
  build: BuildKey,
  { total, received, missing }: Aggregate['shards'],
  contents: readonly string[],
  emittedAt: string,
): BuildEvent {
  const identity = [build.repository, build.suite, build.runId, total, received, contents];
  const digest = createHash('sha256').update(JSON.stringify(identity)).digest('hex');
  return {
    schema: 'perigee/build-event',
    version: 1,
    id: `aggregated-${digest.slice(0, 32)}`,
    kind: 'aggregated',
    emittedAt,
    build,
    aggregated: { total, received, missing },
  };
}

interface WriterOptions {
  ports: AggregationPorts;
  held: HeldEvents;
  signal: AbortSignal;
}

export interface Writer {
  /**
   * @returns all shards of it whose events were put aside
   * @throws the reason of the signal; a defect of ours
   */
  write(build: PreparedBuild): Promise<readonly Rejected[]>;
}

/** Small builds go together: a store takes ten at once nearly as fast as one. */
const mostPointsAtOnce = 20_000;
const mostBuildsAtOnce = 50;

interface Waiting {
  build: PreparedBuild;
  resolve(rejected: readonly Rejected[]): void;
  reject(error: unknown): void;
}

/** Writes what is prepared, one call of the store after the other, with all that came meanwhile in each. */
export function startWriter({ ports, held, signal }: WriterOptions): Writer {
  const waiting: Waiting[] = [];
  let isWriting = false;

  const writeTogether = async (some: readonly Waiting[]): Promise<void> => {
    try {
      const builds = some.map(({ build }) => build);
      const rejected = await writeBuilds(builds, held, ports, signal);
      for (const { build, resolve } of some) resolve(rejected.get(build) ?? []);
    } catch (error) {
      const [only] = some;
      if (some.length === 1) only?.reject(error);
      // One of them is at fault; the others must not suffer for it.
      else for (const each of some) await writeTogether([each]);
    }
  };
  const writeAll = async (): Promise<void> => {
    isWriting = true;
    while (waiting.length > 0) await writeTogether(takeSome(waiting));
    isWriting = false;
  };
  return {
    write: (build) => {
      const { promise, ...settle } = Promise.withResolvers<readonly Rejected[]>();
      waiting.push({ build, ...settle });
      if (!isWriting) void writeAll();
      return promise;
    },
  };
}

function takeSome(waiting: Waiting[]): Waiting[] {
  let points = 0;
  let count = 0;
  for (const { build } of waiting) {
    points += build.folded.points.points.length;
    if (count > 0 && (points > mostPointsAtOnce || count >= mostBuildsAtOnce)) break;
    count += 1;
  }
  return waiting.splice(0, count);
}
