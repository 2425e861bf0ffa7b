import { countThings } from '../../contract/count-things.ts';
import { join } from 'node:path';
import type { RunRecord } from '../../contract/documents.ts';
import { countInstructions, type SuiteTest } from '../../contract/suite.ts';
import type { UntouchedShards } from '../../contract/untouched-shards.ts';
import { exitCode, UserError } from '../../contract/user-error.ts';
import { stopSignals } from '../../async/stop-signals.ts';
import { placeProblem, splitProblem } from '../../report/format-build.ts';
import { makePlain } from '../../report/plain-text.ts';
import { measureShard, type ShardRequest } from '../measure-shard.ts';
import { createProgressLine, type ProgressLine } from '../progress-line.ts';
import type { SidesRequest } from '../../runner/revisions/resolve-sides.ts';
import { stateFolder } from '../../runner/worktrees/state-directory.ts';
import { type PlannedShard, planShard } from '../../suite/shards/plan-shard.ts';
import { takeTimeOfJob } from '../../suite/resolve-suite.ts';
import { selectTests } from '../../suite/select-tests.ts';
import type { Job } from './job.ts';

export interface Measured {
  record: RunRecord;
  /** `.perigee/runs/<id>/` of the workspace. */
  runFolder: string;
}

/** The tests that run for this event, and which of them are this job's. */
export function planJob({ request, ci, suite }: Job): PlannedShard {
  const when = ci.isScheduled ? 'nightly' : 'commit';
  const tests = selectTests(suite, { when });
  const { index, total } = request.shard;
  const choice = total === 1 ? undefined : { index, total };
  return planShard(tests, suite.shards, choice, ci.attempt);
}

/**
 * Measures this job's shard: the change alone where there is nothing before it.
 * @param untouched shards that the bot has found nothing to measure in
 * @throws UserError when nothing could be measured
 */
export async function measureJob(job: Job, untouched?: UntouchedShards): Promise<Measured> {
  const { ci, log, repository, request } = job;
  const planned = planJob(job);
  const isUntouched = isOneOf(planned, untouched);
  if (isUntouched) log.say('the change touches nothing that the tests of this shard read');
  const suite = takeTimeOfJob(withRepeats(job));
  const narration = openProgress(log);
  using cancel = listenForCancel();
  const { signal } = cancel;
  const { index, total } = request.shard;
  const title = `Measure ${countThings(planned.tests.length, 'test')}${total === 1 ? '' : `, shard ${index + 1} of ${total}`}`;
  const record = await log.group(title, () =>
    measureShard({
      suite,
      base: job.base,
      planned: { ...planned, tests: chooseTests(planned.tests, request) },
      repository: repository.root,
      sides: sidesOf(job),
      home: job.bundle.home,
      environment: job.environment,
      ...buildsFolderOf(job),
      isolation: request.isolation,
      ...(isUntouched ? { isUntouched } : chooseObserving(job)),
      ...(request.expect === undefined ? {} : { expected: request.expect }),
      ...(ci.targetBranch === undefined ? {} : { targetBranch: ci.targetBranch }),
      ...(job.prepareExplaining === undefined ? {} : { prepareExplaining: job.prepareExplaining }),
      signal,
      onProgress: narration.show,
      onLook: narration.tell,
    }),
  );
  for (const line of listOutput(record)) log.say(line);
  const isLeftOut = record.tests.every(({ inputs }) => inputs?.state === 'same');
  const isCounted = record.counting !== undefined && record.counting.profiles.length > 0;
  if (record.profiles.length === 0 && !isCounted && !isLeftOut) throw reportNothing(record);
  return { record, runFolder: join(repository.root, stateFolder, 'runs', record.id) };
}

function chooseTests(
  tests: readonly SuiteTest[],
  { instructions }: Job['request'],
): readonly SuiteTest[] {
  return instructions === undefined ? tests : countInstructions(tests, instructions);
}

/** The bot reckons with the plan of perigee.yml: another number of shards is another plan. */
function isOneOf({ planDigest, shard }: PlannedShard, untouched?: UntouchedShards): boolean {
  return planDigest === untouched?.plan && untouched.shards.includes(shard.index);
}

/** Progress as lines for a log that is read live. */
export function openProgress({ say }: Pick<Job['log'], 'say'>): ProgressLine {
  const colours = { red: 31, yellow: 33 };
  return createProgressLine({
    ...{ isTTY: false, columns: Infinity },
    write: (text) => {
      for (const line of text.trimEnd().split('\n')) say(line);
    },
    paint: (text, tone) => `\u001b[${colours[tone]}m${text}\u001b[0m`,
  });
}

/** GitHub cancels with SIGINT, Buildkite with SIGTERM, others hang up; most end the job ten seconds later. */
export function listenForCancel(): { signal: AbortSignal } & Disposable {
  const controller = new AbortController();
  const stop = (): void => controller.abort();
  for (const name of stopSignals) process.once(name, stop);
  return {
    signal: controller.signal,
    [Symbol.dispose]: () => stopSignals.forEach((name) => process.off(name, stop)),
  };
}

/** A branch that is measured itself is what later changes are compared with: nothing of it is left out. */
function chooseObserving({ change, ci, request }: Job): Pick<ShardRequest, 'observes'> {
  if (request.affected !== 'auto') return {};
  return { observes: change.before === undefined || ci.isOwnBranch ? 'to-keep' : 'to-leave-out' };
}

/** How the output of failing tests ended: the log of the runner is where a person looks first. */
function listOutput({ problems }: RunRecord): string[] {
  return problems.flatMap((problem) => {
    const { sentence, quoted } = splitProblem(problem);
    if (quoted.length === 0) return [];
    return [
      makePlain(`${placeProblem(problem)}: ${sentence}`),
      ...quoted.map((line) => `    ${makePlain(line)}`),
    ];
  });
}

function buildsFolderOf({ repository, request }: Job): { buildsFolder?: string } {
  const { buildCache } = request;
  return buildCache === undefined ? {} : { buildsFolder: join(repository.root, buildCache) };
}

/** The workflow or pipeline may be changed as well: it asks for more pairs than perigee.yml, and never for fewer. */
function withRepeats({ change, log, request, suite }: Job): Job['suite'] {
  const { repeats: wanted } = request;
  if (wanted === undefined) return suite;
  const isCompared = change.before !== undefined;
  if (isCompared && wanted < suite.repeats) {
    log.warn(
      `repeats asks for ${wanted} pairs, and perigee.yml for ${suite.repeats}: ${suite.repeats} are measured`,
    );
  }
  const repeats = isCompared ? Math.max(wanted, suite.repeats) : wanted;
  return { ...suite, repeats, maxRepeats: Math.max(repeats, suite.maxRepeats) };
}

function sidesOf({ change, ci }: Job): SidesRequest {
  const { before, after, problems } = change;
  const more = {
    branch: ci.branch,
    problems,
  };
  const found = { kind: 'commit', ...after } as const;
  if (before === undefined) return { before: { kind: 'none' }, after: found, ...more };
  return { before: { kind: 'commit', ...before }, after: found, ...more };
}

function reportNothing(record: RunRecord): UserError {
  const why = record.status === 'interrupted' ? 'the job was cancelled' : 'no test was executed';
  return new UserError({
    seen: `nothing was measured: ${why}`,
    remedy: 'read in the log above what stopped it, and start the job again',
    exitCode: exitCode.couldNotMeasure,
  });
}
