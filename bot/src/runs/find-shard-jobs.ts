import type { RunJob } from './run.ts';

/** The facts that distinguish a job. */
type NamedJob = Pick<RunJob, 'name' | 'conclusion'>;

/** Names come from the workflow, which a fork may have changed. */
const longestName = 200;
/** Words that tell the jobs that measure from others that count as far, such as a matrix of unit tests. */
const telling = /shard|measure|perigee|perf|bench/i;

/** Jobs whose names differ in one number alone: `Shard 1`, `Shard 2`; `measure (1, arm)`, `measure (2, arm)`. */
interface Family<J> {
  pattern: string;
  byNumber: Map<number, J>;
}

/**
 * The jobs of a run that measured these shards. A record does not know its job, so they are found by their
 * names: a matrix over `shard: [1, 2, 3]` writes the number of the shard into each, wherever the workflow
 * puts it (`Shard 2`, `measure (2)`, `bench / Shard 2 of 4`). Only a family that has every number from 1 to
 * the total counts, so that a version or another matrix in a name misleads no match.
 *
 * @param jobs of one run, the newest attempt of each
 * @param shards indexes, from 0
 * @param total of how many
 * @returns in the order of `shards`; empty when the names do not tell, or not without doubt
 */
export function findShardJobs<J extends NamedJob>(
  jobs: readonly J[],
  shards: readonly number[],
  total: number,
): J[] {
  // A job that its condition left out shows the name of its matrix as it was written.
  const ran = jobs.filter(({ conclusion }) => conclusion !== 'skipped');
  const byNumber = total === 1 ? (findOnlyJob(ran) ?? findFamily(ran, 1)) : findFamily(ran, total);
  if (byNumber === undefined) return [];
  return shards.flatMap((index) => byNumber.get(index + 1) ?? []);
}

/** A suite that is not split needs no number: the only job, or the only one whose name tells. */
function findOnlyJob<J extends NamedJob>(jobs: readonly J[]): Family<J>['byNumber'] | undefined {
  const [only, more] = jobs.length === 1 ? jobs : jobs.filter(({ name }) => telling.test(name));
  return only === undefined || more !== undefined ? undefined : new Map([[1, only]]);
}

function findFamily<J extends NamedJob>(
  jobs: readonly J[],
  total: number,
): Family<J>['byNumber'] | undefined {
  const whole = listFamilies(jobs).filter(({ byNumber }) => hasAll(byNumber, total));
  const exact = whole.filter(({ byNumber }) => byNumber.size === total);
  const fitting = exact.length > 0 ? exact : whole;
  const named = fitting.filter(({ pattern }) => telling.test(pattern));
  const [first, ...others] = named.length > 0 ? named : fitting;
  if (first === undefined) return undefined;
  // `Shard 1 of 1` is found by either number; two families of different jobs are a doubt.
  const isSure = others.every((other) => isSame(first.byNumber, other.byNumber, total));
  return isSure ? first.byNumber : undefined;
}

function listFamilies<J extends NamedJob>(jobs: readonly J[]): Family<J>[] {
  const families = new Map<string, Family<J>>();
  const doubtful = new Set<string>();
  for (const job of jobs) {
    const name = job.name.slice(0, longestName);
    for (const { 0: digits, index } of name.matchAll(/\d+/g)) {
      const pattern = `${name.slice(0, index)}#${name.slice(index + digits.length)}`;
      const family = families.get(pattern) ?? { pattern, byNumber: new Map<number, J>() };
      families.set(pattern, family);
      const number = Number(digits);
      if (family.byNumber.has(number)) doubtful.add(pattern);
      family.byNumber.set(number, job);
    }
  }
  return [...families.values()].filter(({ pattern }) => !doubtful.has(pattern));
}

function hasAll(byNumber: ReadonlyMap<number, unknown>, total: number): boolean {
  return Array.from({ length: total }, (_, index) => index + 1).every((one) => byNumber.has(one));
}

function isSame(
  a: ReadonlyMap<number, unknown>,
  b: ReadonlyMap<number, unknown>,
  total: number,
): boolean {
  return Array.from({ length: total }, (_, index) => index + 1).every(
    (one) => a.get(one) === b.get(one),
  );
}
