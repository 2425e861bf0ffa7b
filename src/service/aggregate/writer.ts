import type { HeldEvents } from './held-events.ts';
import type { AggregationPorts } from './ports.ts';
import type { PreparedBuild, Rejected } from './prepare-build.ts';
import { writeBuilds } from './write-builds.ts';

export interface WriterOptions {
  ports: AggregationPorts;
  held: HeldEvents;
  signal: AbortSignal;
  /** @param rejected all shards of it whose events were put aside */
  onWritten(build: PreparedBuild, rejected: readonly Rejected[]): void;
  onFailed(build: PreparedBuild, error: unknown): Promise<void>;
}

export interface Writer {
  push(build: PreparedBuild): void;
}

/** Small builds go together: a store takes ten at once nearly as fast as one. */
const mostPointsAtOnce = 20_000;
const mostBuildsAtOnce = 50;

/** Writes what is prepared, one call of the store after the other, with all that came meanwhile in each. */
export function startWriter({ ports, held, signal, onWritten, onFailed }: WriterOptions): Writer {
  const waiting: PreparedBuild[] = [];
  let isWriting = false;

  const writeTogether = async (builds: readonly PreparedBuild[]): Promise<void> => {
    try {
      const rejected = await writeBuilds(builds, held, ports, signal);
      for (const build of builds) onWritten(build, rejected.get(build) ?? []);
    } catch (error) {
      const [only] = builds;
      if (builds.length === 1 && only !== undefined) return onFailed(only, error);
      // One of them is at fault; the others must not suffer for it.
      for (const build of builds) await writeTogether([build]);
    }
  };
  const writeAll = async (): Promise<void> => {
    isWriting = true;
    while (waiting.length > 0) await writeTogether(takeSome(waiting));
    isWriting = false;
  };
  return {
    push: (build) => {
      waiting.push(build);
      if (!isWriting) void writeAll();
    },
  };
}

function takeSome(waiting: PreparedBuild[]): PreparedBuild[] {
  let points = 0;
  let count = 0;
  for (const { folded } of waiting) {
    points += folded.points.points.length;
    if (count > 0 && (points > mostPointsAtOnce || count >= mostBuildsAtOnce)) break;
    count += 1;
  }
  return waiting.splice(0, count);
}
