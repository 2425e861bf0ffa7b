import type { Shard } from '../../../src/contract/documents.ts';
import type { StoredArtifact } from '../../../src/transport/artifacts/artifact-store.ts';
import type { BuildkiteBuild, BuildkiteJob } from '../../../src/transport/buildkite/builds.ts';
import type { Placed } from './run.ts';

/** An artifact of a shard in a build. */
export interface BuildArtifact {
  stored: StoredArtifact;
  /** As its name says. */
  shard: Shard;
}

/** The jobs of a build that measure a suite: those of the steps that left its artifacts. */
export interface MeasuringJobs {
  /** Retried ones too; empty while nothing tells which ones they are. */
  jobs: readonly BuildkiteJob[];
  /** The newest that any of them began. */
  attempt: number;
  /**
   * Whether all that measures has ended, though other steps of the build may be at work for long: every
   * shard has left its artifact, and none of its jobs is at work again.
   */
  isOver: boolean;
  place(stored: StoredArtifact, shard: Shard): Placed;
  /** The newest job that measures this shard, where an artifact or its place among parallel jobs tells. */
  findJob(index: number, total: number): BuildkiteJob | undefined;
  /** The attempt that it began. */
  attemptOf(job: Pick<BuildkiteJob, 'id'>): number;
}

interface Left extends BuildArtifact {
  job: BuildkiteJob;
}

export function findMeasuringJobs(
  { jobs, state }: Pick<BuildkiteBuild, 'jobs' | 'state'>,
  artifacts: readonly BuildArtifact[],
): MeasuringJobs {
  const byId = new Map(jobs.map((job) => [job.id, job]));
  const numbers = numberRetries(jobs);
  const attemptOf: MeasuringJobs['attemptOf'] = ({ id }) => numbers.get(id) ?? 1;
  const { sound, doubtful } = sortOut(artifacts, byId);
  sound.sort((a, b) => attemptOf(a.job) - attemptOf(b.job));
  const steps = new Set(sound.map(({ job }) => job.step));
  const measuring = jobs.filter(({ step }) => steps.has(step));
  // If all artifacts are gone, their verdicts may not be newer than their own build.
  const counted = steps.size === 0 && state === 'completed' ? jobs : measuring;
  return {
    jobs: measuring,
    attempt: counted.reduce((newest, job) => Math.max(newest, attemptOf(job)), 1),
    isOver: hasAllShards(sound) && measuring.every((job) => job.state === 'ended'),
    attemptOf,
    place: (stored, shard) => {
      const job = byId.get(jobOf(stored));
      if (job === undefined) return { refusal: 'the build has no job that left it' };
      if (!isOwn(job, shard)) return { refusal: `its job is attempt ${job.retries + 1}` };
      if (doubtful.has(stored.id)) {
        return { refusal: 'two jobs of the build left this shard' };
      }
      return { attempt: attemptOf(job) };
    },
    findJob: (index, total) => {
      const left = sound.findLast(({ shard }) => shard.index === index && shard.total === total);
      if (left !== undefined) return follow(left.job, byId);
      const parallel = (steps.size === 0 ? jobs : measuring).filter((job) =>
        isInPlace(job, { index, total }),
      );
      const isSure = new Set(parallel.map(({ step }) => step)).size === 1;
      return isSure ? parallel.find(({ retriedIn }) => retriedIn === undefined) : undefined;
    },
  };
}

/**
 * Each artifact with the job that left it. A shard is measured by one job and those that take its place. Of
 * several only that one counts whose place among parallel jobs is that of the shard: a matrix would be
 * judged by any one of its machines, and whatever uploads an artifact once more would speak again.
 */
function sortOut(
  artifacts: readonly BuildArtifact[],
  byId: ReadonlyMap<string, BuildkiteJob>,
): { sound: Left[]; doubtful: Set<string> } {
  const known = artifacts.flatMap((one): Left[] => {
    const job = byId.get(jobOf(one.stored));
    return job !== undefined && isOwn(job, one.shard) ? [{ ...one, job }] : [];
  });
  const placeOf = findPlaces(byId);
  const count = (left: readonly Left[]): number =>
    new Set(left.map(({ job }) => placeOf(job))).size;
  const sound: Left[] = [];
  const doubtful = new Set<string>();
  const ofShard = ({ shard }: Left): string => `${shard.index}/${shard.total}`;
  for (const same of Map.groupBy(known, ofShard).values()) {
    const fitting =
      count(same) === 1 ? same : same.filter(({ job, shard }) => isInPlace(job, shard));
    const chosen = new Set(count(fitting) === 1 ? fitting : []);
    for (const one of same) {
      if (chosen.has(one)) sound.push(one);
      else doubtful.add(one.stored.id);
    }
  }
  return { sound, doubtful };
}

/** The id of the first job of all those that took the place of one another. */
function findPlaces(byId: ReadonlyMap<string, BuildkiteJob>): (job: BuildkiteJob) => string {
  const before = new Map([...byId.values()].map(({ id, retriedIn }) => [retriedIn, id]));
  return ({ id }) => {
    let first = id;
    for (let steps = 0; steps < byId.size; steps++) {
      const earlier = before.get(first);
      if (earlier === undefined) break;
      first = earlier;
    }
    return first;
  };
}

/** The source of Buildkite's artifacts names them by the job that uploaded them. */
function jobOf({ id }: StoredArtifact): string {
  return id.split('/', 1)[0] ?? '';
}

/** A job knows how often it had been retried before, and so does the name of what it leaves. */
function isOwn({ retries }: BuildkiteJob, { attempt }: Shard): boolean {
  return retries === attempt - 1;
}

function isInPlace({ parallel }: BuildkiteJob, { index, total }: Omit<Shard, 'attempt'>): boolean {
  return parallel?.index === index && parallel.total === total;
}

/** The job that took its place in the end. */
function follow(job: BuildkiteJob, byId: ReadonlyMap<string, BuildkiteJob>): BuildkiteJob {
  let newest = job;
  for (let steps = 0; steps < byId.size; steps++) {
    const next = byId.get(newest.retriedIn ?? '');
    if (next === undefined) break;
    newest = next;
  }
  return newest;
}

function hasAllShards(artifacts: readonly Left[]): boolean {
  const total = artifacts.reduce((most, { shard }) => Math.max(most, shard.total), 0);
  const there = new Set(
    artifacts.filter(({ shard }) => shard.total === total).map(({ shard }) => shard.index),
  );
  return total > 0 && there.size === total;
}

/**
 * Buildkite counts the retries of each job, not of the build. Here each retry, of whatever step, begins an
 * attempt of the build in the order in which they were asked for. So what is measured later has a higher
 * number, and no number ever changes: one that did could let one measurement count as two.
 * @returns id of a job that is a retry → its attempt, from 2
 */
export function numberRetries(
  jobs: readonly Pick<BuildkiteJob, 'id' | 'retries' | 'createdAtMs'>[],
): Map<string, number> {
  const retries = jobs
    .filter((job) => job.retries > 0)
    .sort(
      (a, b) => a.createdAtMs - b.createdAtMs || a.retries - b.retries || (a.id < b.id ? -1 : 1),
    );
  return new Map(retries.map(({ id }, place) => [id, place + 2]));
}
