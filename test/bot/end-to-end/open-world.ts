import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFailed, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { root } from '../../../scripts/checks/tracked-files.ts';
import { workflowFile } from '../../../src/init/workflow-file.ts';
import { runWorkflow, stageActions } from '../../action/act/run-workflow.ts';
import { readAction } from '../../init/read-action.ts';
import { findFreePorts } from '../../servers/free-ports.ts';
import { openPull } from '../servers/fake/people.ts';
import type { FakePull, FakeRepository } from '../servers/fake/state.ts';
import { type BotWorld, startBotWorld } from '../start-bot-service.ts';
import { type PlayedActions, playActions, type RunJob } from './play-actions.ts';
import { type StagedExample, stageExample } from './stage-example.ts';

const program = [join(root, 'bin/perigee.mjs'), 'serve'];

export interface World extends BotWorld {
  actions: PlayedActions;
  example: StagedExample;
  /** Of the first service. */
  url: string;
  /** Opens a pull request of a branch of the example, and the app is told. */
  propose(branch: string): Promise<FakePull>;
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
  const world = await startBotWorld();
  const { github, repository, services, start, state, tell } = world;
  onTestFailed(() => {
    // Only the services know why something never came, and they end with the test.
    for (const { lines } of services) console.log(lines.map((line) => JSON.stringify(line)));
    console.log(state.deliveries.map((one) => `${one.event} ${one.action} ${one.statusCode}`));
    console.log(github.requests.slice(-60).map(({ line, status }) => `${line} ${status}`));
  });
  const example = stageExample(folder, {
    isSmall,
    ...(pipeline === undefined ? {} : { pipeline }),
  });
  bringCommits(example, repository, state.nowMs());
  repository.protections.set('main', [{ context: 'perigee' }]);
  repository.roles.set('dev', 'write');
  const [port = 0] = await findFreePorts(1);
  const PERIGEE_LISTEN = `127.0.0.1:${port}`;
  const url = `http://${PERIGEE_LISTEN}`;
  for (const role of roles) {
    const own = { PERIGEE_PUBLIC_URL: url, ...(services.length === 0 ? { PERIGEE_LISTEN } : {}) };
    await start(role, { ...own, ...environment }, program);
  }
  world.pointAt(services[0]!);
  const scratch = join(folder, 'scratch');
  mkdirSync(scratch);
  const needsAct = !isSmall && pipeline === undefined;
  const runJob = needsAct ? openAct(scratch, example.origin) : openRunner(scratch);
  return {
    ...{ ...world, example, url, actions: playActions(world, example, runJob) },
    propose: async (branch) => {
      const pull = openPull(state, repository, branch, { author: 'dev' });
      expect((await tell(pull, 'opened')).statusCode).toBe(200);
      return pull;
    },
  };
}

/** The branches of the example, with their commits under the ids that git gave them. */
function bringCommits({ git, origin }: StagedExample, to: FakeRepository, atMs: number): void {
  const contents = new Map<string, string>();
  const read = (blob: string): string => {
    const command = ['cat-file', 'blob', blob];
    const text = contents.get(blob) ?? execFileSync('git', command, { cwd: origin }).toString();
    contents.set(blob, text);
    return text;
  };
  for (const line of git('rev-list', '--parents', '--branches').split('\n')) {
    const [commit = '', ...parents] = line.split(' ');
    const entries = git('ls-tree', '-r', commit).matchAll(/^\d+ blob (\w+)\t(.*)$/gm);
    const files = new Map([...entries].map(([, blob = '', path = '']) => [path, read(blob)]));
    to.commits.set(commit, { parents, files, author: 'acme', atMs });
  }
  for (const line of git('show-ref', '--heads').split('\n')) {
    const [commit = '', branch = ''] = line.split(' refs/heads/');
    to.branches.set(branch, commit);
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
