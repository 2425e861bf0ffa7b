import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Verdict } from '../../src/contract/documents.ts';
import { type ExitCode, UserError } from '../../src/contract/user-error.ts';
import { formatCode } from '../../src/report/markdown-text.ts';
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
import type { PluginLog } from './job-log.ts';
import { openPluginJob, type PluginRequest } from './open-job.ts';

/**
 * Does what the options ask for, and keeps the annotation of the build true meanwhile.
 * @returns how the job ends
 */
export async function work(request: Omit<PluginRequest, 'messages'>): Promise<ExitCode> {
  const { agent, environment, log, options } = request;
  const step = nameStep(options, environment);
  const messages = openAnnotations({ agent, annotate: options.annotate, log, step });
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

interface AnnotationRequest {
  agent: Agent;
  /** False: nothing is written to the build. */
  annotate: boolean;
  log: PluginLog;
  /** The step that measures; absent in a report. */
  step: string | undefined;
}

/** Two steps that measure one suite, each by itself, have an annotation each. Shards share that of their report. */
function nameStep(
  { mode }: PluginRequest['options'],
  environment: PluginRequest['environment'],
): string | undefined {
  const read = (name: string): string | undefined => readOptional(environment, `BUILDKITE_${name}`);
  return mode === 'report' ? undefined : (read('STEP_KEY') ?? read('STEP_ID'));
}

const deadlineMs = 60_000;

/** The annotation of a build: one for each step of a suite, which each job replaces by what it knows. */
function openAnnotations({ agent, annotate, log, step }: AnnotationRequest): Annotations {
  const write = async ({ request, suite }: Job, style: Style, body: string): Promise<void> => {
    if (!annotate) return;
    const own = step !== undefined && request.shard.total === 1 ? [step] : [];
    const context = ['perigee', nameSuite(suite.name), ...own].join('-');
    const args = ['annotate', '--context', context, '--style', style];
    try {
      await agent.run(args, { deadlineMs, input: body });
    } catch (error) {
      // The measurement is worth more than its annotation.
      log.warn(`the annotation was not written: ${(error as Error).message}`);
    }
  };
  return {
    showBeginning: (job) => write(job, 'info', describeBeginning(job)),
    showFailure: (job, message) => write(job, 'error', describeFailure(job, message)),
    async showVerdict(job, judged, kept) {
      const { held, verdict } = judged;
      const artifacts = await uploadReport(agent, job, kept);
      const style = styles[verdict.conclusion];
      const body = renderSummary(verdict, { notes: job.notes, site: 'buildkite', artifacts });
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
  { ci, log, notes, suite }: Job,
  { artifacts, folder }: KeptVerdict,
): Promise<Record<string, string>> {
  const name = `perigee-${nameSuite(suite.name)}-report-attempt-${ci.attempt}`;
  const links: Record<string, string> = {};
  try {
    const own = join(ci.temporaryFolder, name);
    await mkdir(own, { recursive: true });
    for (const file of Object.values(verdictFiles)) {
      await copyFile(join(folder, file), join(own, file));
    }
    await uploadFolder(agent, own);
    links['Page with all charts'] = `${name}/${verdictFiles.page}`;
    links['Verdict as JSON'] = `${name}/${verdictFiles.verdict}`;
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
