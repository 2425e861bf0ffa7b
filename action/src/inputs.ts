import { isolationChoices } from '../../src/profile/launch/isolation.ts';
import { readKafkaSettings } from '../../src/transport/events/kafka-settings.ts';
import { defaultDeadlineMs } from '../../src/transport/events/emit-event.ts';
import { failChoices, type JobRequest, resultChoices } from '../../src/steps/job/job.ts';
import {
  readCount,
  readOneOf,
  refuseInput,
  readShard,
  readSwitch,
  refuseLines,
  type Input,
} from './read-input.ts';

export const modes = ['run', 'report', 'history'] as const;
export const commentChoices = ['auto', 'always', 'never'] as const;

/** What the workflow's author wrote, checked. */
export interface Inputs extends JobRequest {
  mode: (typeof modes)[number];
  /** Result of all jobs with `mode: run` together, if the workflow passes it. */
  shardsResult?: (typeof resultChoices)[number];
  /** Read and write artifacts here instead of in GitHub's own service. */
  artifactsFolder?: string;
  /** Compare with this branch, tag or commit instead of where the change branched. */
  base?: string;
  /** Empty where the workflow gives none. */
  token: string;
  /** The repository's setting when absent. */
  artifactRetentionDays?: number;
  comment: (typeof commentChoices)[number];
}

/**
 * @param get the text of an input, trimmed; empty when it was not given
 * @throws UserError that names the input, what was seen and what was expected
 */
export function readInputs(get: (name: string) => string): Inputs {
  const input = (name: string): Input => ({ name, text: get(name).trim() });
  const optional = (name: string, least: number, most: number): number | undefined => {
    const given = input(name);
    return given.text === '' ? undefined : readCount(given, least, most);
  };
  const base = refuseLines(input('base')).text;
  const artifactsFolder = refuseLines(input('artifacts-folder')).text;
  const shardsResult = input('shards-result');
  const buildCache = readPath(input('build-cache'));
  const repeats = optional('repeats', 1, 1000);
  const artifactRetentionDays = optional('artifact-retention-days', 1, 400);
  const deadlineSeconds = optional('kafka-deadline-seconds', 1, 120);
  return {
    mode: readOneOf(input('mode'), modes, 'run'),
    config: readPath(input('config')) ?? 'perigee.yml',
    ...(buildCache === undefined ? {} : { buildCache }),
    shard: readShard(input('shard'), input('shard-total')),
    ...(shardsResult.text === ''
      ? {}
      : { shardsResult: readOneOf(shardsResult, resultChoices, 'success') }),
    ...(artifactsFolder === '' ? {} : { artifactsFolder }),
    ...(base === '' ? {} : { base }),
    ...(repeats === undefined ? {} : { repeats }),
    token: input('token').text,
    ...(artifactRetentionDays === undefined ? {} : { artifactRetentionDays }),
    comment: readOneOf(input('comment'), commentChoices, 'auto'),
    failOn: readOneOf(input('fail-on'), failChoices, 'regressed'),
    isolation: readOneOf(input('isolation'), isolationChoices, 'auto'),
    // Here, and not when there is something to send: by then the measuring would be lost.
    kafka: readKafkaSettings({
      brokers: input('kafka-brokers').text,
      topic: input('kafka-topic').text,
      clientId: input('kafka-client-id').text,
      tls: readSwitch(input('kafka-tls'), true),
      tlsAuthority: input('kafka-tls-authority').text,
      saslMechanism: input('kafka-sasl-mechanism').text,
      saslUsername: input('kafka-sasl-username').text,
      saslPassword: input('kafka-sasl-password').text,
    }),
    kafkaDeadlineMs: deadlineSeconds === undefined ? defaultDeadlineMs : deadlineSeconds * 1000,
  };
}

/** Git knows a file by this path too, so it has to be one inside the repository. */
function readPath(input: Input): string | undefined {
  const path = refuseLines(input).text.replace(/^(\.\/)+/, '');
  if (path === '') return undefined;
  const isInside = !path.startsWith('/') && !path.split('/').includes('..');
  if (isInside) return path;
  throw refuseInput(input, 'a path inside the repository, from its root');
}
