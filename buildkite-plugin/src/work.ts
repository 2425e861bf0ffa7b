import { existsSync } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Verdict } from '../../src/contract/documents.ts';
import { type ExitCode, UserError } from '../../src/contract/user-error.ts';
import { formatCode } from '../../src/report/markdown-text.ts';
import { patchOf } from '../../src/report/patch-command.ts';
import { renderSummary } from '../../src/report/summary/render-summary.ts';
import type { Job, JobMessages, KeptVerdict } from '../../src/pipeline/job/job.ts';
import { summarizeControl } from '../../src/pipeline/job/summarize-control.ts';
import { renderHistorySummary } from '../../src/pipeline/job/render-history-summary.ts';
import { summarizeShard } from '../../src/pipeline/job/summarize-shard.ts';
import { takeSteps } from '../../src/pipeline/job/take-steps.ts';
import { readOptional } from '../../src/pipeline/buildkite/read-variable.ts';
import { verdictFiles } from '../../src/pipeline/verdict-files.ts';
import { artifactFiles } from '../../src/transport/artifacts/artifact-limits.ts';
import { uploadFolder } from '../../src/transport/artifacts/buildkite-agent.ts';
import { nameSuite } from '../../src/transport/artifacts/name-artifact.ts';
import type { Agent } from '../../src/transport/buildkite/agent.ts';
import { openPluginJob, type PluginRequest } from './open-job.ts';

/**
 * Does what the options ask for, and keeps the annotation of the build true meanwhile.
 * @returns how the job ends
 */
export async function work(request: Omit<PluginRequest, 'messages'>): Promise<ExitCode> {
  const { options } = request;
  const messages = openAnnotations(request);
  const job = await openPluginJob({ ...request, messages });
  try {
    if (options.mode !== 'report') await messages.showBeginning(job);
    return await takeSteps(job, options.mode);
  } catch (error) {
    const message = error instanceof UserError ? error.message : 'a defect of Perigee; see the log';
    await messages.showFailure(job, message);
    throw error;
  }
}

type Style = 'error' | 'success' | 'warning' | 'info';

interface Annotations extends JobMessages {
  /** Before a job measures: others see that there is something to wait for. */
  showBeginning(this: void, job: Job): Promise<void>;
  /** A job that could not go on. */
  showFailure(this: void, job: Job, message: string): Promise<void>;
}

type AnnotationRequest = Pick<PluginRequest, 'agent' | 'environment' | 'log' | 'options'>;

/**
 * What tells a job from others that measure the same suite in the build: a report by the step that it is of, others by
 * their own step. Shards have nothing of the kind: their report speaks for them.
 */
function nameGroup(
  { request: { shard } }: Pick<Job, 'request'>,
  { environment, options }: Pick<AnnotationRequest, 'environment' | 'options'>,
): string | undefined {
  const { mode, step } = options;
  if (mode === 'report') return step;
  const isAlone = shard.total === 1;
  if (mode === 'run' && !isAlone) return undefined;
  const read = (name: string): string | undefined => readOptional(environment, `BUILDKITE_${name}`);
  // The jobs of a matrix share their step, and differ in their label.
  const names = [read('STEP_KEY') ?? read('STEP_ID'), read('LABEL')];
  if (!isAlone) names.push(`shard ${shard.index + 1}`);
  return names.filter((name) => name !== undefined).join(' ') || undefined;
}

/** How what a build receives of the suite, or of a group of jobs that measure it, is called. */
function nameOf({ suite }: Pick<Job, 'suite'>, group: string | undefined): string {
  const names = group === undefined ? [suite.name] : [suite.name, group];
  return ['perigee', ...names.map(nameSuite)].join('-');
}

const deadlineMs = 60_000;

/** The annotations of a build: one for each group of jobs of a suite, which each job replaces by what it knows. */
function openAnnotations(given: AnnotationRequest): Annotations {
  const { agent, log, options } = given;
  const write = async (job: Job, style: Style, body: string): Promise<void> => {
    if (!options.annotate) return;
    const group = nameGroup(job, given);
    const foot = group === undefined ? '' : `\n<sub>Step ${formatCode(group)}</sub>\n`;
    const args = ['annotate', '--context', nameOf(job, group), '--style', style];
    try {
      await agent.run(args, { deadlineMs, input: body + foot });
    } catch (error) {
      // The measurement is worth more than its annotation.
      log.warn(`the annotation was not written: ${(error as Error).message}`);
    }
    if (options.mode !== 'report' || group === undefined) return;
    // That of its shards. Where another group has removed it before, there is none.
    const remove = ['annotation', 'remove', '--context', nameOf(job, undefined)];
    await agent.run(remove, { deadlineMs }).catch(() => undefined);
  };
  return {
    showBeginning: (job) => write(job, 'info', describeBeginning(job)),
    showFailure: (job, message) => write(job, 'error', describeFailure(job, message)),
    async showVerdict(job, judged, kept) {
      const { held, verdict } = judged;
      const artifacts = await uploadReport(agent, job, kept, nameOf(job, nameGroup(job, given)));
      const style = styles[verdict.conclusion];
      const patch = patchOf(job.request.config);
      const body = renderSummary(verdict, {
        ...{ notes: job.notes, site: 'buildkite', artifacts, patch },
      });
      await write(job, held !== undefined && style === 'success' ? 'warning' : style, body);
      log.openGroup('Verdict');
      return { failed: false };
    },
    showShard: (job, ...shard) => write(job, 'info', summarizeShard(job, ...shard, 'buildkite')),
    showHistory: (job, record, delivery, neverPassed) => {
      const isGood = delivery.stored !== undefined && neverPassed.length === 0;
      const body = renderHistorySummary(job, record, delivery, neverPassed, 'buildkite');
      return write(job, isGood ? 'info' : 'warning', body);
    },
    showControl: (job, proof) =>
      write(job, proof.isProven ? 'success' : 'error', summarizeControl(job, proof)),
  };
}

const styles: Readonly<Record<Verdict['conclusion'], Style>> = {
  passed: 'success',
  regressed: 'error',
  undecided: 'warning',
  incomplete: 'warning',
  'nothing-measured': 'info',
};

function describeBeginning({ ci, request, suite }: Job): string {
  const { index, total } = request.shard;
  const shard = total === 1 ? '' : `, shard ${index + 1} of ${total}`;
  const attempt = ci.attempt === 1 ? '' : `, attempt ${ci.attempt}`;
  return `### Measuring ${formatCode(suite.name)}${shard}${attempt}\n\nThe verdict follows here.\n`;
}

/** As it stands, whatever is in it: a block of code by indentation has no end that a name could forge. */
function describeFailure({ suite }: Job, message: string): string {
  const lines = message.slice(0, 20_000).replaceAll(/^/gm, '    ');
  return `### Perigee could not go on with ${formatCode(suite.name)}\n\n${lines}\n`;
}

/** Most shards whose logs are linked. */
const mostLinks = 20;

/** @returns words to path of what the annotation links to; nothing where it could not be uploaded */
async function uploadReport(
  agent: Agent,
  { ci, log, notes }: Job,
  { artifacts, folder }: KeptVerdict,
  prefix: string,
): Promise<Record<string, string>> {
  const name = `${prefix}-report-attempt-${ci.attempt}`;
  const links: Record<string, string> = {};
  try {
    const own = join(ci.temporaryFolder, name);
    await mkdir(own, { recursive: true });
    for (const file of Object.values(verdictFiles)) {
      await copyFile(join(folder, file), join(own, file));
    }
    // The artifact of another step of this suite has the same name, and a link leads to the newest.
    const logs = join(ci.temporaryFolder, artifacts[0] ?? '', artifactFiles.logs);
    const isOwn = artifacts.length === 1 && existsSync(logs);
    if (isOwn) await copyFile(logs, join(own, artifactFiles.logs));
    await uploadFolder(agent, own);
    links['Page with all charts'] = `${name}/${verdictFiles.page}`;
    links['Verdict as JSON'] = `${name}/${verdictFiles.verdict}`;
    if (isOwn) links['Logs'] = `${name}/${artifactFiles.logs}`;
  } catch (error) {
    const why = `the page of this report was not uploaded: ${(error as Error).message.split('\n')[0]}`;
    log.warn(why);
    notes.push(why);
  }
  for (const artifact of artifacts.slice(0, mostLinks)) {
    const [, shard = ''] = /-shard-(\d+)-of-\d+-attempt-\d+$/.exec(artifact) ?? [];
    const words = artifacts.length === 1 ? 'Logs' : `Logs of shard ${shard}`;
    links[words] ??= `${artifact}/${artifactFiles.logs}`;
  }
  return links;
}
