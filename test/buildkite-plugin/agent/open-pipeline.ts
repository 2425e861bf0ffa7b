/** A pipeline of acme/sync, whose jobs the agent of Buildkite runs with the plugin. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { describePipeline } from '../../../src/init/pipeline.ts';
import { commitAll, gitIn } from '../../action/act/stage-repository.ts';
import { type StagedExample, stageExample } from '../../bot/end-to-end/stage-example.ts';
import {
  type Annotation,
  type EndpointBuild,
  type EndpointJob,
  startAgentEndpoint,
} from '../../servers/buildkite/start-endpoint.ts';
import { type EndedJob, openAgent, type RunningJob } from '../../servers/buildkite/run-agent.ts';
import { listUses, readPipeline, type Step } from '../read-plugin.ts';
import { stagePlugin } from './stage-plugin.ts';

export interface JobOrder {
  /** Of the plugin. */
  options?: Readonly<Record<string, unknown>>;
  command?: string;
  environment?: Readonly<Record<string, string>>;
}

export interface BegunJob extends RunningJob {
  job: EndpointJob;
}

export interface PipelineBuild {
  received: EndpointBuild;
  /** Begins one of the two jobs that measure. @param index from 0, as Buildkite counts */
  begin(index: number, order?: JobOrder): BegunJob;
  measure(index: number, order?: JobOrder): Promise<EndedJob>;
  report(): Promise<EndedJob>;
  /** The one annotation that the build has. */
  annotation(): Annotation;
  /** What was uploaded under a name, sorted. */
  list(pattern: RegExp): string[];
}

export interface BuildOrder {
  /** A folder of the repository, in which the branch gets the plugin first. */
  vendoredAt?: string;
}

export interface Pipeline {
  example: StagedExample;
  begin(branch: string, order?: BuildOrder): PipelineBuild;
}

const repository = 'git@github.com:acme/sync.git';
const shards = 2;
/** The steps that `perigee init` writes, and docs/buildkite.md shows. */
const [measuring, reporting] = readPipeline(describePipeline({ shards, programs: ['node'] }));

/** What a step asks of the plugin. */
function readOptions(step: Step | undefined): Readonly<Record<string, unknown>> {
  const [[, options] = ['', null]] = listUses(step === undefined ? [] : [step]);
  return (options ?? {}) as Record<string, unknown>;
}

/**
 * @param setting.name of the folder that all of it is in
 * @param setting.path where the agent finds programs
 * @param setting.commandHookOf who else runs the commands of steps: the agent itself, or a plugin beside Perigee
 */
export async function openPipeline({
  commandHookOf,
  name = 'agent',
  path,
}: { commandHookOf?: 'agent' | 'plugin'; name?: string; path?: string } = {}): Promise<Pipeline> {
  const folder = join(mkdtempSync(join(tmpdir(), 'perigee-pipeline-')), name);
  mkdirSync(folder);
  onTestFinished(() => rmSync(join(folder, '..'), { recursive: true, force: true }));
  const plugin = await stagePlugin(folder);
  const example = stageExample(folder);
  const endpoint = await startAgentEndpoint();
  onTestFinished(() => expect(endpoint.unknown).toEqual([]));
  const run = openAgent(folder, endpoint, path);
  const address = `file://${example.origin.replaceAll(' ', '%20')}`;
  writeFileSync(
    join(folder, 'home/.gitconfig'),
    `[url "${address}"]\n\tinsteadOf = ${repository}\n`,
  );
  example.git('config', 'uploadpack.allowAnySHA1InWant', 'true');
  const beside = commandHookOf === 'plugin' ? [stageOtherPlugin(folder)] : [];
  if (commandHookOf === 'agent') writeFileSync(join(folder, 'hooks/command'), otherHook);
  let builds = 0;
  return {
    example,
    begin: (branch, { vendoredAt } = {}) => {
      builds += 1;
      if (vendoredAt !== undefined) vendor(folder, { branch, example, plugin, vendoredAt });
      const reference = vendoredAt === undefined ? plugin : `./${vendoredAt}`;
      const number = String(builds);
      const received = endpoint.openBuild();
      const commit = example.git('rev-parse', branch);
      const start = (agent: string, step: string, order: JobOrder): BegunJob => {
        const job = endpoint.openJob(received, step);
        const running = run({
          ...{ agent, job, repository, commit, branch },
          plugins: [{ [reference]: order.options ?? null }, ...beside],
          ...(order.command === undefined ? {} : { command: order.command }),
          environment: {
            BUILDKITE_BUILD_NUMBER: number,
            BUILDKITE_BUILD_URL: `https://buildkite.com/acme/sync/builds/${number}`,
            BUILDKITE_RETRY_COUNT: '0',
            BUILDKITE_PULL_REQUEST: 'false',
            ...order.environment,
          },
        });
        return { job, ...running };
      };
      const begin: PipelineBuild['begin'] = (index, order = {}) => {
        const environment = {
          ...order.environment,
          BUILDKITE_PARALLEL_JOB: String(index),
          BUILDKITE_PARALLEL_JOB_COUNT: String(shards),
        };
        const options = { ...readOptions(measuring), ...order.options };
        const step = measuring?.key ?? '';
        return start(`agent-${index}`, step, { ...order, environment, options });
      };
      return {
        received,
        begin,
        measure: (index, order) => begin(index, order).ended,
        report: () =>
          start('agent-0', reporting?.key ?? '', { options: readOptions(reporting) }).ended,
        annotation: () => {
          const [[context = '', only] = [], ...others] = received.annotations;
          // That of the report replaces that of its shards.
          expect(context).toMatch(/^perigee-sync(-performance)?$/);
          expect(others).toEqual([]);
          return only!;
        },
        list: (pattern) =>
          received.artifacts
            .map(({ path: file }) => file)
            .filter((file) => pattern.test(file))
            .sort(),
      };
    },
  };
}

const otherHook = '#!/usr/bin/env bash\necho "runs $BUILDKITE_COMMAND in its own way"\n';

/** @returns what a pipeline names */
function stageOtherPlugin(folder: string): string {
  const place = join(folder, 'Container_1-buildkite-plugin');
  mkdirSync(join(place, 'hooks'), { recursive: true });
  writeFileSync(join(place, 'hooks/command'), otherHook);
  const git = gitIn(place);
  git('init', '--quiet', '--initial-branch=main');
  commitAll(git, 'Run commands');
  return `${place}#main`;
}

/** Commits a copy of the plugin to a branch, as a team does that keeps it in its own repository. */
function vendor(
  folder: string,
  {
    branch,
    example: { origin },
    plugin,
    vendoredAt,
  }: { branch: string; example: StagedExample; plugin: string; vendoredAt: string },
): void {
  const work = join(folder, 'vendoring');
  mkdirSync(work);
  const git = gitIn(work);
  git('clone', '--quiet', '--branch', branch, origin, '.');
  cpSync(plugin, join(work, vendoredAt), {
    recursive: true,
    filter: (file) => !/\/\.git(\/|$)/.test(file),
  });
  commitAll(git, 'Copy the plugin');
  git('push', '--quiet', 'origin', branch);
}
