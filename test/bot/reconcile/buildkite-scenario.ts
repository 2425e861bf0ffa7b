/** A repository that is measured on Buildkite, with the bot in it. */
import type { LookPorts } from '../../../bot/src/ports.ts';
import { createReconciler } from '../../../bot/src/reconcile/reconcile.ts';
import type { BuildkiteBuild, BuildkiteJob } from '../../../src/transport/buildkite/builds.ts';
import type { UploadChanges } from './artifacts.ts';
import {
  addBuild,
  addShards,
  type BuildkiteWorld,
  createBuildkiteWorld,
  endJob,
  openBuildkiteArtifacts,
  openBuildkiteWorld,
  uploadFrom,
} from './buildkite-world.ts';
import { writeSuite } from './measurements.ts';
import { propose, recordOf, type Scenario, startScenario, workflow } from './scenario.ts';

export interface BuildkiteScenario extends Scenario {
  buildkite: BuildkiteWorld;
}

/** What is in `perigee.yml` beside the tests: `upload` is measured by the first job, `download` by the second. */
export const onBuildkite = [
  'gate: { pipeline: acme/sync }',
  'shards: { total: 2, pins: { upload: 1, download: 2 } }',
].join('\n');
const tests = ['upload', 'download'];

export interface Options {
  suite?: string;
  /** Whether the service has a token. */
  hasAccess?: boolean;
}

export function startOnBuildkite({
  suite = writeSuite({ tests, more: onBuildkite }),
  hasAccess = true,
}: Options = {}): BuildkiteScenario {
  const scenario = startScenario({ suite });
  const buildkite = createBuildkiteWorld(() => scenario.world.nowMs);
  const ports: LookPorts = {
    ...scenario.ports,
    ...(hasAccess ? { buildkite: openBuildkiteWorld(buildkite) } : {}),
    openArtifacts: ({ runId }) => openBuildkiteArtifacts(buildkite, runId),
  };
  const { reconcile } = createReconciler(ports);
  const look: Scenario['look'] = (subject) => reconcile(subject, new AbortController().signal);
  return { ...scenario, buildkite, ports, look };
}

/** Pull request 1 with a build of two shards, which are at work. */
export function startPull(options?: Options) {
  const scenario = startOnBuildkite(options);
  const { buildkite, world } = scenario;
  const head = propose(world, { name: 'a' });
  const build = addBuild(buildkite, { commit: head, branch: 'change-1', pullRequest: 1 });
  const shards = addShards(buildkite, build, 2) as [BuildkiteJob, BuildkiteJob];
  return { ...scenario, head, build, shards };
}

export interface Measuring {
  /** Test → after against before. */
  factors?: Readonly<Record<string, number>>;
  baseBranch?: string;
  before?: string;
  changes?: UploadChanges;
}

/** A job of the step `measure` uploads what it measured, and ends. */
export function measureJob(
  { buildkite, world }: Pick<BuildkiteScenario, 'buildkite' | 'world'>,
  build: BuildkiteBuild,
  job: BuildkiteJob,
  { changes, ...measured }: Measuring = {},
): void {
  const attempt = job.retries + 1;
  const run = {
    ...({ id: 1, attempt, path: workflow, status: 'completed', url: build.url } as const),
    ...{ event: 'pull_request', head: build.commit, createdAtMs: build.createdAtMs },
  };
  const { index = 0, total = 1 } = job.parallel ?? {};
  const record = recordOf(world, run, { shard: { index, total, attempt }, ...measured });
  uploadFrom(buildkite, build, job, record, changes);
  endJob(build, job);
}

/** The jobs that took the place of others, in the order in which they were begun. */
export function listRetries({ jobs }: BuildkiteBuild): BuildkiteJob[] {
  return jobs.filter(({ retries }) => retries > 0);
}
