import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, dirname } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFailed, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { webhooksPath } from '../../../bot/src/deliveries/open-webhooks.ts';
import { root } from '../../../scripts/checks/tracked-files.ts';
import { workflowFile } from '../../../src/init/workflow-file.ts';
import { runWorkflow, stageActions } from '../../action/act/run-workflow.ts';
import { findFreePorts } from '../../servers/free-ports.ts';
import { type RunningService, startService } from '../../service/start-service.ts';
import { readAction } from '../../init/read-action.ts';
import { type EmulatedBotGithub, startEmulatedBotGithub } from '../servers/emulated-github.ts';
import { type PlayedActions, playActions } from './play-actions.ts';
import { type Branches, openBranches, pushMain } from './push-branches.ts';
import type { RunJob } from './run-job.ts';
import { type StagedExample, stageExample } from './stage-example.ts';

const secret = 'signed-with-this';
const program = [join(root, 'bin/perigee.mjs'), 'serve'];

export interface World extends Branches {
  github: EmulatedBotGithub;
  actions: PlayedActions;
  example: StagedExample;
  /** Of the first service. */
  url: string;
  /** Folder of the services. */
  data: string;
  /** Ends the services as an operator does. @returns their exit codes */
  stop(): Promise<(number | null)[]>;
}

export interface WorldOptions {
  /** One process for each; the first takes the webhooks. */
  roles?: readonly string[];
  /** Of all of them. */
  environment?: Readonly<Record<string, string>>;
  /** One shard and one test, and the bundle of the action without act around it. */
  isSmall?: boolean;
  /** Of Buildkite, whose builds count instead of runs of the workflow. */
  pipeline?: string;
}

/** The example on a GitHub that requires the check, and the built service, which gets the webhooks of the app. */
export async function openWorld(options: WorldOptions = {}): Promise<World> {
  const { roles = ['all'], environment = {}, isSmall = false, pipeline } = options;
  const folder = mkdtempSync(join(tmpdir(), 'perigee-end-to-end-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [port = 0] = await findFreePorts(1);
  const listen = `127.0.0.1:${port}`;
  const webhook = { url: `http://${listen}${webhooksPath}`, secret };
  const github = await startEmulatedBotGithub({ webhook });
  const example = stageExample(folder, {
    isSmall,
    ...(pipeline === undefined ? {} : { pipeline }),
  });
  await pushMain(github, example);
  const data = join(folder, 'data');
  const keyFile = join(folder, 'key.pem');
  writeFileSync(keyFile, github.privateKey);
  const services: RunningService[] = [];
  onTestFailed(() => tellWhatHappened(services, roles, github));
  onTestFinished(async () => {
    for (const service of services) await service.kill();
  });
  for (const role of roles) {
    const own = {
      ...{ PERIGEE_DATA: data, PERIGEE_BOT_APP_ID: String(github.appId) },
      ...{ PERIGEE_BOT_PRIVATE_KEY_FILE: keyFile, PERIGEE_BOT_WEBHOOK_SECRET: secret },
      ...{ PERIGEE_BOT_API_URL: github.url, PERIGEE_PUBLIC_URL: `http://${listen}` },
      ...(services.length === 0 ? { PERIGEE_LISTEN: listen } : {}),
    };
    const start = { program: [...program, '--role', role] };
    services.push(await startService({ ...own, ...environment }, start));
  }
  const scratch = join(folder, 'scratch');
  mkdirSync(scratch);
  const needsAct = !isSmall && pipeline === undefined;
  const runJob = needsAct ? openAct(scratch, example.origin) : openRunner(scratch);
  return {
    ...{
      github,
      data,
      example,
      url: `http://${listen}`,
      actions: playActions(github, example, runJob),
    },
    ...openBranches(github, example),
    stop: async () => {
      const codes = await Promise.all(services.map((service) => service.stop()));
      const errors = services.flatMap(({ lines }) =>
        lines.filter(({ level }) => level === 'error'),
      );
      expect(errors).toEqual([]);
      return codes;
    },
  };
}

/** Of a wait that was in vain the services know the reason, and nobody can ask them later. */
async function tellWhatHappened(
  services: readonly RunningService[],
  roles: readonly string[],
  { asOwner, repository, requests, state }: EmulatedBotGithub,
): Promise<void> {
  services.forEach(({ lines }, index) => {
    console.log(
      `what ${roles[index]} said:\n${lines.map((line) => JSON.stringify(line)).join('\n')}`,
    );
  });
  const told = state.deliveries.map((each) => `${each.event} ${each.action} ${each.statusCode}`);
  console.log(`deliveries of ours:\n${told.join('\n')}`);
  console.log(`the last requests to GitHub:\n${requests.slice(-60).join('\n')}`);
  for (const head of repository.branches.values()) {
    const answer = await asOwner('GET', `/repos/acme/sync/commits/${head}/check-runs`);
    console.log(`the check of ${head}:\n${JSON.stringify(answer['check_runs'], undefined, 1)}`);
  }
}

/** Runs jobs with act: the whole workflow, as it lies in the repository. @param scratch a folder of its own */
function openAct(scratch: string, origin: string): RunJob {
  const actions = stageActions(scratch);
  return async ({ checkout, environment, event, head, payload, shard }) => {
    const { exitCode, output } = await runWorkflow(
      {
        ...{ checkout, event, payload, scratch, token: 'worth-nothing' },
        environment: { ...environment, TEST_ORIGIN: `file://${origin}`, TEST_COMMIT: head },
        only: { job: 'measure', matrix: `shard:${shard}` },
      },
      actions,
    );
    if (exitCode !== 0) throw new Error(output);
  };
}

const run = promisify(execFile);

/**
 * Runs the bundle of the action as a runner of GitHub does, with the inputs of the workflow in the checkout:
 * the same as with act, without the seconds that act takes. @param scratch a folder of its own
 */
function openRunner(scratch: string): RunJob {
  return async ({ checkout, environment, event, head, payload, reference, shard }) => {
    const folder = mkdtempSync(join(scratch, 'job-'));
    const files = ['event', 'output', 'summary'].map((name) => join(folder, name));
    const [eventFile = '', output = '', summary = ''] = files;
    writeFileSync(eventFile, JSON.stringify(payload));
    for (const file of [output, summary]) writeFileSync(file, '');
    const set = {
      ...{ PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`, HOME: scratch },
      ...{ CI: 'true', GITHUB_ACTIONS: 'true', GITHUB_JOB: 'measure', GITHUB_WORKFLOW: 'p' },
      ...{ GITHUB_EVENT_NAME: event, GITHUB_EVENT_PATH: eventFile },
      ...{ GITHUB_SHA: head, GITHUB_REF: reference, GITHUB_WORKSPACE: checkout },
      ...{ GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: summary, RUNNER_TEMP: folder },
    };
    const env = { ...set, ...readInputs(checkout, event, shard), ...environment };
    // It rejects with what was printed, when the job ends red.
    await run(process.execPath, [join(root, 'action/dist/index.js')], { cwd: checkout, env });
  };
}

type Inputs = Record<string, string | number | boolean>;

interface Workflow {
  on: Record<string, unknown>;
  jobs: Record<string, { steps: { uses?: string; with?: Inputs }[] }>;
}

/** As the variables that the runner makes of them. */
function readInputs(checkout: string, event: string, shard: number): Record<string, string> {
  const workflow = parse(readFileSync(join(checkout, workflowFile), 'utf8')) as Workflow;
  if (!Object.hasOwn(workflow.on, event)) throw new Error(`the workflow does not run on ${event}`);
  const steps = workflow.jobs['measure']?.steps ?? [];
  const own = steps.find(({ uses }) => uses?.startsWith('owner/perigee/action@'));
  if (own === undefined) throw new Error('the workflow has no job that measures');
  const defaults = Object.entries(readAction().inputs).map(([name, input]): [string, string] => [
    name,
    input.default,
  ]);
  const given: Inputs = { ...Object.fromEntries(defaults), ...own.with };
  const expressions: Record<string, string> = {
    '${{ matrix.shard }}': String(shard),
    '${{ github.token }}': 'worth-nothing',
    '${{ toJSON(matrix) }}': JSON.stringify({ shard }),
  };
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      const text = String(value);
      const filled = expressions[text] ?? text;
      if (filled.includes('${{')) throw new Error(`nothing here knows what ${filled} is`);
      return [`INPUT_${name.toUpperCase()}`, filled];
    }),
  );
}
