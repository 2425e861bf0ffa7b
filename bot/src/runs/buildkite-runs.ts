import type { ArtifactSource } from '../../../src/transport/artifacts/artifact-store.ts';
import { readArtifactName } from '../../../src/transport/artifacts/name-artifact.ts';
import type { BuildkiteBuild, BuildkiteBuilds } from '../../../src/transport/buildkite/builds.ts';
import { Refused } from '../../../src/transport/platform-errors.ts';
import type { Repository } from '../subject.ts';
import { describeBuild, describeJob, isNewest, nameSettled } from './describe-build.ts';
import { findBuilds, isBuildOf } from './find-builds.ts';
import { isOwnBuild } from './is-own-build.ts';
import { type BuildArtifact, findMeasuringJobs, type MeasuringJobs } from './measuring-jobs.ts';
import type { OpenArtifacts, Run, RunSide } from './run.ts';
import { recallUnlisted } from './recall-unlisted.ts';
import { retryFailedShards, retryShards } from './retry-jobs.ts';

interface KnownBuild {
  build: BuildkiteBuild;
  measuring: MeasuringJobs;
}

/** For older ones the bot does not ask what they left, once that was judged. */
const mostListed = 5;
/** Most builds that can still continue. */
const mostUseful = 2;

/**
 * Builds of a pipeline. Many pipelines build a commit twice, for its branch and for its pull request, and
 * measure in one of them: a build that ended and left nothing comes before all others, for nothing in it could
 * be measured again. Neither could what was left by one that was cancelled: it comes next. One side serves
 * one look: it remembers what it has read of a build, since a run and its artifacts have to be of the same
 * moment.
 */
export function openBuildkiteRuns(
  { builds, openArtifacts }: { builds: BuildkiteBuilds; openArtifacts: OpenArtifacts },
  repository: Repository,
  signal: AbortSignal,
): RunSide {
  const name = `${repository.owner}/${repository.name}`;
  const sources = new Map<string, ArtifactSource>();
  const known = new Map<string, KnownBuild>();

  const openSource = (runId: string, suite: string, settled?: string): ArtifactSource => {
    const key = JSON.stringify([runId, suite]);
    const source =
      sources.get(key) ??
      listOnce(openArtifacts({ repository: name, runId, suite }, 'buildkite', signal, settled));
    sources.set(key, source);
    return source;
  };
  const describe = async (build: BuildkiteBuild, suite: string | undefined): Promise<Run> => {
    const artifacts =
      suite === undefined
        ? []
        : await listOf(openSource(build.runId, suite, nameSettled(build)), suite);
    const measuring = findMeasuringJobs(build, artifacts);
    known.set(build.runId, { build, measuring });
    return describeBuild(build, measuring);
  };
  const rank = ({ conclusion, id, status }: Run): number => {
    if (status !== 'completed') return mostUseful;
    if (knownOf({ id }).measuring.jobs.length === 0) return 0;
    return conclusion === 'cancelled' ? 1 : mostUseful;
  };
  const knownOf = ({ id }: Pick<Run, 'id'>): KnownBuild => {
    const found = known.get(id);
    if (found === undefined) throw new Error(`build ${id} was not read at this look`);
    return found;
  };

  return {
    list: async (change, { pipeline }, suite, { isRead, seen }) => {
      if (pipeline === undefined) return [];
      const all = await builds.listBuilds(pipeline, name, change.head, signal);
      const listed = new Set(all.map(({ runId }) => runId));
      const isOurs = ({ id, origin }: Run): boolean =>
        id.startsWith(`${pipeline}/`) && 'source' in origin && isBuildOf(origin, change);
      const { absent, there } = await recallUnlisted(
        seen.filter(isOurs),
        (id) => listed.has(id),
        (id) => builds.readBuild(id, signal),
      );
      const ours: BuildkiteBuild[] = [];
      for (const build of findBuilds([...all, ...there], change)) {
        if (await isOwnBuild(builds, build, signal)) ours.push(build);
      }
      const runs: Run[] = [];
      for (const [place, build] of ours.entries()) {
        const settled = nameSettled(build);
        const isNew = place >= ours.length - mostListed;
        const isAsked = isNew || (settled !== undefined && !isRead(build.runId, settled));
        runs.push(await describe(build, isAsked ? suite : undefined));
      }
      return [...absent, ...runs.toSorted((a, b) => rank(a) - rank(b))];
    },
    read: async (id, suite) => {
      const build = await builds.readBuild(id, signal);
      if (build === undefined) return undefined;
      sources.clear();
      return describe(build, suite);
    },
    openSource: ({ id }, suite) => openSource(id, suite),
    place: (run, stored, shard) => knownOf(run).measuring.place(stored, shard),
    lastAttempt: (run, shard, total) => {
      const { measuring } = knownOf(run);
      const job = measuring.findJob(shard, total);
      return job && measuring.attemptOf(job);
    },
    listJobs: async (run) => {
      const { build, measuring } = knownOf(run);
      const jobs = measuring.jobs.length > 0 ? measuring.jobs : build.jobs;
      return jobs.filter(isNewest).map(describeJob);
    },
    listCommands: (run) => knownOf(run).build.jobs.flatMap(({ command }) => command ?? []),
    measureAgain: (run, shards, total) =>
      retryShards({ builds, signal, ...knownOf(run) }, shards, total),
    measureAllAgain: (run, total) => retryFailedShards({ builds, signal, ...knownOf(run) }, total),
  };
}

/** Empty if they cannot be listed: judging the build asks again, and says so. */
async function listOf(source: ArtifactSource, suite: string): Promise<BuildArtifact[]> {
  const all = await source.list().catch((error: unknown) => {
    if (error instanceof Refused) return [];
    throw error;
  });
  return all.flatMap((stored) => {
    const shard = readArtifactName(stored.name, suite);
    return shard === undefined ? [] : [{ stored, shard }];
  });
}

function listOnce(source: ArtifactSource): ArtifactSource {
  let listed: ReturnType<ArtifactSource['list']> | undefined;
  return { ...source, list: () => (listed ??= source.list()) };
}
