import type { AggregationPorts, HeldEvents } from './ports.ts';
import type { PreparedBuild, Rejected } from './prepare-build.ts';
import { writeBuilds } from './write-builds.ts';

export interface WriterOptions {
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
