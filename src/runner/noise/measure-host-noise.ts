import type { HostLoad } from '../../contract/documents.ts';
import { type Noise, nameNoise } from '../../stats/name-noise.ts';
import { measureSpread, type SpreadOfRounds } from '../../stats/spread-of-rounds.ts';
import { readFact } from '../host/read-facts.ts';
import { systemClock } from '../run-request.ts';
import { compareLoad, readLoad } from './read-load.ts';
import { runWorkload } from './run-workload.ts';

export interface HostNoise {
  runs: number;
  /** A loop of hashes, in nanoseconds. */
  cpu: SpreadOfRounds;
  /** What the times of that loop look like in their order. */
  kind: Noise;
  /** Small files, flushed. */
  disk: SpreadOfRounds;
  /** While the runs went on. */
  load: HostLoad;
}

/**
 * Runs a fixed workload some times, about six seconds in all: how far its times lie apart is what this
 * host adds to every measurement.
 * @param directory a writable one on the disk that the tests use
 * @param runs at least 2
 */
export async function measureHostNoise(directory: string, runs = 40): Promise<HostNoise> {
  const first = await readLoad(readFact, systemClock.elapsedMs());
  runWorkload(directory);
  const times = Array.from({ length: runs }, () => runWorkload(directory));
  const last = await readLoad(readFact, systemClock.elapsedMs());
  return {
    runs,
    cpu: measureSpread([times.map(({ cpuNs }) => cpuNs)]),
    kind: nameNoise(times.map(({ cpuNs }) => cpuNs)),
    disk: measureSpread([times.map(({ diskNs }) => diskNs)]),
    load: compareLoad(first, last),
  };
}
