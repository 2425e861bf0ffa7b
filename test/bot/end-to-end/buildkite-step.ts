import { execFile } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { root } from '../../../scripts/checks/tracked-files.ts';
import { placeholderPlugin } from '../../../src/init/pipeline.ts';
import { stagePlugin } from '../../buildkite-plugin/agent/stage-plugin.ts';
import { openAgent } from '../../servers/buildkite/run-agent.ts';
import { startAgentEndpoint } from '../../servers/buildkite/start-endpoint.ts';
import type { StagedExample } from './stage-example.ts';

const run = promisify(execFile);

/** What a job left at Buildkite: path of an artifact, and content. */
export type UploadedFiles = [path: string, content: Buffer][];

/** A step that measures. */
export interface MeasuringStep {
  parallelism: number;
  /** Runs one job of it; rejects with what was printed, when the job ends red. */
  run(commit: string, environment: Readonly<Record<string, string>>): Promise<UploadedFiles>;
}

/** @param folder of the step, which is empty */
export type OpenStep = (
  folder: string,
  example: StagedExample,
  repository: string,
) => Promise<MeasuringStep>;

/** The step with the plugin, run by the agent of Buildkite. */
export const openPluginStep: OpenStep = async (folder, example, repository) => {
  const step = readDocumentedStep('.buildkite/pipeline.yml') as {
    parallelism: number;
    plugins: Record<string, object>[];
  };
  const plugin = await stagePlugin(folder);
  const plugins = step.plugins.map((entry) => ({ [plugin]: entry[placeholderPlugin] }));
  const endpoint = await startAgentEndpoint();
  const build = endpoint.openBuild();
  const start = openAgent(folder, endpoint);
  const address = `[url "file://${example.origin}"]\n\tinsteadOf = ${repository}\n`;
  writeFileSync(join(folder, 'home/.gitconfig'), address);
  return {
    parallelism: step.parallelism,
    run: async (commit, environment) => {
      const job = endpoint.openJob(build, 'performance');
      const { BUILDKITE_BRANCH: branch = '', BUILDKITE_PULL_REQUEST: number } = environment;
      // GitHub has the head of a pull request under this name, and there an agent fetches it.
      if (number !== 'false') example.git('update-ref', `refs/pull/${number}/head`, commit);
      const BUILDKITE_BUILD_URL = 'https://buildkite.com/acme/sync/builds/42';
      const { ended } = start({
        ...{ agent: 'agent-1', branch, commit, job, plugins, repository },
        environment: { ...environment, BUILDKITE_BUILD_URL, BUILDKITE_JOB_ID: job.id },
      });
      const { output, status } = await ended;
      if (status !== 0) throw new Error(output);
      const own = build.artifacts.filter((artifact) => artifact.job === job.id);
      return own.map(({ content, path }) => [path, content]);
    },
  };
};

/** The step with the two commands, in the shell of an agent and with nothing but what an agent gives. */
export const openCommandStep: OpenStep = async (folder, example, repository) => {
  const step = readDocumentedStep('.buildkite/pipeline.container.yml') as {
    parallelism: number;
    commands: string[];
    artifact_paths: string;
  };
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  symlinkSync(join(root, 'bin/perigee.mjs'), join(bin, 'perigee'));
  const path = `${bin}:${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`;
  const script = join(folder, 'command.sh');
  writeFileSync(script, `${step.commands.join('\n')}\n`);
  let jobs = 0;
  return {
    parallelism: step.parallelism,
    run: async (commit, environment) => {
      jobs += 1;
      const checkout = example.checkOut(commit, `agent-${jobs}`);
      const own = { PATH: path, HOME: folder, CI: 'true', BUILDKITE: 'true' };
      const of = { BUILDKITE_COMMIT: commit, BUILDKITE_REPO: repository };
      const env = { ...own, ...of, ...environment };
      await run('/bin/bash', ['-e', script], { cwd: checkout, env });
      const files = globSync(step.artifact_paths, { cwd: checkout });
      return files.map((file) => [file, readFileSync(join(checkout, file))]);
    },
  };
};

/** The first step of a pipeline that docs/buildkite-bot.md shows. */
function readDocumentedStep(file: string): unknown {
  const page = readFileSync(join(root, 'docs/buildkite-bot.md'), 'utf8');
  const blocks = [...page.matchAll(/```yaml\n# (\S+)\n([^]*?)```/g)];
  const [, , text = ''] = blocks.find(([, name]) => name === file) ?? [];
  const { steps } = parse(text) as { steps: unknown[] };
  return steps[0];
}
