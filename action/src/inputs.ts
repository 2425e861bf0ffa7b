import { modes } from '../../src/pipeline/job/take-steps.ts';
import { resultChoices, type ShardJobs } from '../../src/pipeline/job/job.ts';
import { type CommonRequest, readRequest } from '../../src/pipeline/job/read-request.ts';
import {
  readCount,
  readLine,
  readOneOf,
  readOptionalCount,
  refuseSetting,
  type Setting,
} from '../../src/pipeline/job/read-setting.ts';
import { sudoChoices } from './install-with-sudo.ts';

export const commentChoices = ['auto', 'always', 'never'] as const;

/** The checked inputs of the workflow. */
export interface Inputs extends CommonRequest {
  mode: (typeof modes)[number];
  /** `index` is counted from 0, unlike the input. */
  shard: { index: number; total: number };
  /** Result of all jobs with `mode: run` together, if the workflow passes it. */
  shardsResult?: NonNullable<ShardJobs['result']>;
  /** Read and write artifacts here instead of in GitHub's own service. */
  artifactsFolder?: string;
  /** Empty where the workflow gives none. */
  token: string;
  /** The repository's setting when absent. */
  artifactRetentionDays?: number;
  comment: (typeof commentChoices)[number];
  sudo: (typeof sudoChoices)[number];
  /** The values of the matrix that tell this job from others of its name, e.g. `{"os":"arm"}`; absent without one. */
  matrix?: string;
}

/**
 * @param get the text of an input, trimmed; empty when it was not given
 * @throws UserError that names the input, what was seen and what was expected
 */
export function readInputs(get: (name: string) => string): Inputs {
  const input = (name: string): Setting => ({ where: `input ${name}`, text: get(name).trim() });
  const artifactsFolder = readLine(input('artifacts-folder'));
  const shardsResult = input('shards-result');
  const artifactRetentionDays = readOptionalCount(input('artifact-retention-days'), 1, 400);
  return {
    ...readRequest(input),
    mode: readOneOf(input('mode'), modes, 'run'),
    shard: readShard(input('shard'), input('shard-total')),
    ...(shardsResult.text === ''
      ? {}
      : { shardsResult: readOneOf(shardsResult, resultChoices, 'success') }),
    ...(artifactsFolder === undefined ? {} : { artifactsFolder }),
    token: input('token').text,
    ...(artifactRetentionDays === undefined ? {} : { artifactRetentionDays }),
    comment: readOneOf(input('comment'), commentChoices, 'auto'),
    sudo: readOneOf(input('sudo'), sudoChoices, 'auto'),
    ...readMatrix(input('matrix').text),
  };
}

/** As the runner writes it; `null` without a matrix. */
function readMatrix(text: string): Pick<Inputs, 'matrix'> {
  return text.startsWith('{') ? { matrix: text.replaceAll(/\s+/g, ' ') } : {};
}

/**
 * Both are given or have their defaults of 1 from action.yml. An empty one is an expression of the
 * workflow that came out empty, and every job would measure the same shard.
 * @returns the index counted from 0
 */
function readShard(shard: Setting, total: Setting): { index: number; total: number } {
  const remedy = 'write shard: ${{ matrix.shard }} and the number of shards as shard-total';
  for (const input of [shard, total]) {
    if (input.text === '')
      throw refuseSetting(input, 'a number; an expression came out empty', remedy);
  }
  const count = readCount(total, 1, 256);
  if (shard.text === '0') {
    throw refuseSetting(
      shard,
      `shards are counted from 1: 1 to ${count}`,
      'matrix: shard: [1, 2, …]',
    );
  }
  return { index: readCount(shard, 1, count) - 1, total: count };
}
