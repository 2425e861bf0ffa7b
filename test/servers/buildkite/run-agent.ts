/** One job as Buildkite gives it to an agent, run by the agent itself. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fetchAgent } from './agent-program.ts';
import type { AgentEndpoint, EndpointJob } from './start-endpoint.ts';

export interface AgentJob {
  /** Its name. One agent has one job at a time, and keeps its checkout for the next. */
  agent: string;
  job: EndpointJob;
  repository: string;
  commit: string;
  branch: string;
  /** Whatever else Buildkite says of the job. */
  environment: Readonly<Record<string, string>>;
  /** As in the step. */
  plugins: readonly unknown[];
  command?: string;
}

export interface EndedJob {
  /** null: the agent ended by the signal that cancelled the job. */
  status: number | null;
  output: string;
}

export interface RunningJob {
  ended: Promise<EndedJob>;
  /** Resolves when the job has printed this. */
  printed(text: string): Promise<void>;
  /** What Buildkite makes of a press on "Cancel". */
  cancel(): void;
}

/**
 * @param folder where the agents have their files
 * @param path where they find programs
 */
export function openAgent(
  folder: string,
  endpoint: Pick<AgentEndpoint, 'token' | 'url'>,
  path: string = `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
): (job: AgentJob) => RunningJob {
  const bin = join(folder, 'bin');
  for (const name of ['builds', 'hooks', 'plugins', 'sockets', 'home', 'bin']) {
    mkdirSync(join(folder, name), { recursive: true });
  }
  const program = join(bin, 'buildkite-agent');
  symlinkSync(fetchAgent(), program);
  const own = {
    ...{ PATH: `${bin}:${path}`, HOME: join(folder, 'home'), CI: 'true', BUILDKITE: 'true' },
    BUILDKITE_AGENT_ACCESS_TOKEN: endpoint.token,
    BUILDKITE_AGENT_ENDPOINT: endpoint.url,
    BUILDKITE_BIN_PATH: bin,
    BUILDKITE_BUILD_PATH: join(folder, 'builds'),
    BUILDKITE_HOOKS_PATH: join(folder, 'hooks'),
    BUILDKITE_PLUGINS_PATH: join(folder, 'plugins'),
    BUILDKITE_SOCKETS_PATH: join(folder, 'sockets'),
    BUILDKITE_SHELL: '/bin/bash -e -c',
    ...{ BUILDKITE_PLUGINS_ENABLED: 'true', BUILDKITE_LOCAL_HOOKS_ENABLED: 'true' },
    ...{ BUILDKITE_COMMAND_EVAL: 'true', BUILDKITE_GIT_SUBMODULES: 'false' },
    ...{ BUILDKITE_SSH_KEYSCAN: 'false', BUILDKITE_GIT_FETCH_FLAGS: '--depth=1' },
    ...{ BUILDKITE_ORGANIZATION_SLUG: 'acme', BUILDKITE_PIPELINE_SLUG: 'sync' },
    ...{ BUILDKITE_PIPELINE_PROVIDER: 'github', BUILDKITE_PIPELINE_DEFAULT_BRANCH: 'main' },
    ...{ BUILDKITE_TAG: '', BUILDKITE_SOURCE: 'webhook', BUILDKITE_CANCEL_GRACE_PERIOD: '60' },
  };
  return ({ agent, branch, command = '', commit, environment, job, plugins, repository }) => {
    const env = {
      ...own,
      BUILDKITE_AGENT_NAME: agent,
      BUILDKITE_BUILD_ID: job.build,
      BUILDKITE_JOB_ID: job.id,
      BUILDKITE_STEP_KEY: job.step,
      ...{ BUILDKITE_REPO: repository, BUILDKITE_COMMIT: commit, BUILDKITE_BRANCH: branch },
      BUILDKITE_COMMAND: command,
      BUILDKITE_PLUGINS: JSON.stringify(plugins),
      ...environment,
    };
    const child = spawn(program, ['bootstrap', '--plugin-validation'], {
      ...{ cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] },
    });
    return follow(child);
  };
}

function follow(child: ChildProcess): RunningJob {
  let output = '';
  const waiting: { text: string; resolve: () => void }[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      for (const { text: wanted, resolve } of waiting) if (output.includes(wanted)) resolve();
    });
  }
  return {
    ended: new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (status) => resolve({ status, output }));
    }),
    printed: (text) =>
      new Promise((resolve) => {
        if (output.includes(text)) resolve();
        else waiting.push({ text, resolve });
      }),
    cancel: () => void child.kill('SIGTERM'),
  };
}
