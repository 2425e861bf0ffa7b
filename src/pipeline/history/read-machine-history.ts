import { findCanary } from '../../contract/canaries.ts';
import type { Annotations } from '../../contract/documents.ts';
import {
  appendReading,
  type MachineAlarm,
  type MachineReading,
  unwatchedMachine,
} from '../../history/machine/append-reading.ts';
import type { StoredBuild, StoredSpan } from '../../store/series-point.ts';
import type { BuildsOfSuite, StoreReader } from '../../store/series-store.ts';
import type { PlaceOf } from './read-history-runs.ts';
import { readLastBuilds } from './read-last-builds.ts';

/** One kind of machine: what its canaries took in its last builds, and when that changed. */
export interface WatchedMachines {
  suite: string;
  platform: string;
  machine: Annotations;
  builds: { runId: string; atMs: number; canaries: Record<string, number> }[];
  /** By default places are those of the builds. */
  alarms: readonly MachineAlarm[];
}

export interface WatchOptions {
  /** A commit's place on a branch: builds are taken in that order, and others left out. */
  placeOf?: PlaceOf;
  /** Builds of the suite that need not be looked up. */
  known?: BuildsOfSuite | undefined;
}

export async function readMachineHistory(
  reader: Pick<StoreReader, 'readLast'>,
  span: StoredSpan,
  last: number,
  { known, placeOf }: WatchOptions = {},
): Promise<WatchedMachines> {
  const builds = new Map<string, { build: StoredBuild; canaries: Record<string, number> }>();
  const metrics = span.metrics.filter((name) => findCanary(name) !== undefined);
  const read = metrics.map((metric) => readLastBuilds(reader, span, metric, last, { known }));
  for (const [i, own] of (await Promise.all(read)).entries()) {
    for (const { build, sides } of own) {
      const one = builds.get(build.runId) ?? { build, canaries: {} };
      builds.set(build.runId, one);
      if (sides.after !== undefined) one.canaries[metrics[i] ?? ''] = sides.after.median;
    }
  }
  const byTime = [...builds.values()].toSorted((a, b) => a.build.atMs - b.build.atMs);
  const ordered =
    placeOf === undefined
      ? byTime.map((one, place) => ({ ...one, place }))
      : placeAll(byTime, placeOf);
  let watched = unwatchedMachine;
  for (const { build, canaries, place } of ordered) {
    const reading: MachineReading = { place, values: canaries, facts: factsOf(build, span) };
    watched = appendReading(watched, reading).watched;
  }
  const { annotations, platform, suite } = span;
  const shown = ordered.map(({ build: { atMs, runId }, canaries }) => ({ runId, atMs, canaries }));
  return { suite, platform, machine: annotations, builds: shown, alarms: watched.alarms };
}

interface Watched {
  build: StoredBuild;
  canaries: Record<string, number>;
}

/** Several builds of one commit share its place: they lie between it and the one before. */
function placeAll(builds: readonly Watched[], placeOf: PlaceOf): (Watched & { place: number })[] {
  const placed = builds.flatMap((one) => {
    const place = placeOf(one.build.commit, one.build.baseline);
    return place === undefined ? [] : [{ ...one, place }];
  });
  const byPlace = Map.groupBy(placed, ({ place }) => place);
  return [...byPlace]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([place, own]) =>
      own.map((one, i) => ({ ...one, place: place - 1 + (i + 1) / own.length })),
    );
}

/** Further facts of the machine of a span in a build. */
export function factsOf({ machines = [] }: StoredBuild, { annotations }: StoredSpan) {
  const own = machines.find(
    ({ cores, cpu }) => cpu === annotations['cpu'] && cores === annotations['cores'],
  );
  if (own === undefined) return {};
  const { image, kernel, microcode } = own;
  return { kernel, microcode, image };
}
