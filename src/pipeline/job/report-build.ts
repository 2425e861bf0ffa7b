import { getHeapStatistics } from 'node:v8';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import type { Problem } from '../../contract/documents.ts';
import { type ExitCode, exitCode, UserError } from '../../contract/user-error.ts';
import { judgeRecords } from '../judge-records.ts';
import { artifactLimits, limitArtifacts } from '../../transport/artifacts/artifact-limits.ts';
import {
  type CollectedRecord,
  collectRecords,
  type Refusal,
} from '../../transport/artifacts/collect-records.ts';
import { planJob } from './measure.ts';
import type { Job, ShardJobs } from './job.ts';
import { publishVerdict } from './publish-verdict.ts';
import { endSettled } from './run-shard.ts';

/**
 * The verdict over all shards: what they uploaded in this build, against what they had to.
 * @param jobs absent where each job has attempts of its own, and the store has the artifacts of the last alone
 * @returns how the job ends
 * @throws UserError when no shard has left anything
 */
export async function reportBuild(job: Job, jobs?: ShardJobs): Promise<ExitCode> {
  const { change, ci, log, request: asked, suite } = job;
  const { build } = ci;
  const { records, refusals } = await log.group('Collect the shards', async () => {
    // This job reads what jobs of the same change wrote, and dies of nothing else: it has no process for it.
    const limits = limitArtifacts(artifactLimits, getHeapStatistics().heap_size_limit);
    const request = { store: await job.openArtifacts(), suite: suite.name, build };
    const collected = await collectRecords(request, limits);
    for (const { artifact } of collected.records) log.say(artifact);
    for (const { message } of collected.refusals) log.warn(message);
    return collected;
  });
  const shards = new Set(records.map(({ record }) => record.shard.index));
  if (shards.size < asked.shard.total && (await job.readCheck?.()) === 'passed')
    return endSettled(log);
  if (records.length === 0) throw reportNothing(refusals, ci.step);
  const doubt = jobs === undefined ? undefined : describeOldAttempts(records, jobs);
  if (doubt !== undefined) job.notes.push(doubt);
  const { before, after } = change;
  const judged = judgeRecords(
    records.map(({ record }) => record),
    {
      suite,
      base: job.base,
      leastPlan: suite,
      // As the numbers of its jobs are believed here; the bot finds it out itself.
      mayLeaveOut: asked.affected === 'auto',
      targetBranch: ci.targetBranch,
      facts: { links: { run: ci.url } },
      expected: {
        suite: suite.name,
        after: after.commit,
        ...(before === undefined ? {} : { before: before.commit }),
        planDigest: planJob(job).planDigest,
        shardTotal: asked.shard.total,
        attempts: findLastAttempts(records, refusals),
      },
      problems: [
        ...job.problems,
        ...refusals.map(describeRefusal),
        ...describeFailedShards(jobs?.result),
      ],
    },
  );
  // Not in the workspace: there a pull request may have put a link of that name.
  const folder = await mkdtemp(join(ci.temporaryFolder, 'perigee-report-'));
  return publishVerdict(job, judged, { folder, artifacts: records.map((each) => each.artifact) });
}

/** The last attempt of each shard that left anything, readable or not. */
function findLastAttempts(
  records: readonly CollectedRecord[],
  refusals: readonly Refusal[],
): Map<number, number> {
  const last = new Map<number, number>();
  const all = [...records.map(({ record }) => record.shard), ...refusals.map(({ shard }) => shard)];
  for (const { index, attempt } of all) {
    last.set(index, Math.max(attempt, last.get(index) ?? 0));
  }
  return last;
}

/** An attempt that ends before its upload leaves nothing, and an older one would stand for it. */
function describeFailedShards(result: ShardJobs['result']): Problem[] {
  if (result === undefined || result === 'success') return [];
  const message = `not every job of the shards succeeded (their result is ${result}), so an older attempt may count for one of them`;
  return [{ code: 'failed-shard', message }];
}

/** If the workflow does not say how its shards ended, an old record may be that of a job that failed since. */
function describeOldAttempts(
  records: readonly CollectedRecord[],
  { attempt, result }: ShardJobs,
): string | undefined {
  if (result !== undefined) return undefined;
  const last = findLastAttempts(records, []);
  const old = [...last].filter(([, measured]) => measured < attempt).map(([index]) => index + 1);
  if (old.length === 0) return undefined;
  return `measured before attempt ${attempt}: shard ${old.sort((a, b) => a - b).join(', ')}; whether a newer measurement failed is not known without the input shards-result`;
}

function describeRefusal({ code, message }: Refusal): Problem {
  return { code, message: message.slice(0, 2000) };
}

function reportNothing(refusals: readonly Refusal[], step: string | undefined): UserError {
  const isEmpty = refusals.length === 0;
  const logs =
    'look at the logs of the shards; the report has to come after all of them, even if some failed';
  return new UserError({
    seen: isEmpty
      ? `no shard has uploaded anything in this build${step === undefined ? '' : ` from the step ${JSON.stringify(step)}`}`
      : `no uploaded artifact can be used: ${refusals.map(({ message }) => message).join('; ')}`,
    expected: 'the artifacts of the jobs with mode: run, of the same build',
    remedy:
      isEmpty && step !== undefined
        ? `check that ${JSON.stringify(step)} is the key of the step that measures; ${logs}`
        : logs,
    exitCode: exitCode.couldNotMeasure,
  });
}
