import { isolationChoices } from '../../profile/launch/isolation.ts';
import { defaultDeadlineMs } from '../../transport/eventlog/emit-event.ts';
import { readKafkaSettings } from '../../transport/eventlog/kafka-settings.ts';
import { controlKinds } from '../prove-gate.ts';
import {
  affectedChoices,
  expectChoices,
  failChoices,
  instructionChoices,
  type JobRequest,
} from './job.ts';
import {
  readLine,
  readOneOf,
  readOptionalCount,
  readPath,
  readShare,
  readSwitch,
  type Setting,
} from './read-setting.ts';

/** The inputs that the action and the plugin share, beside the shard, which each CI counts in its own way. */
export interface CommonRequest extends Omit<JobRequest, 'shard'> {
  /** Compare with this branch, tag or commit instead of where the change branched. */
  base?: string;
}

/** As `perigee control` without options. */
const usualShare = 0.2;

/**
 * @param find what is written as a name of action.yml
 * @throws UserError that names the setting, what was seen and what was expected
 */
export function readRequest(find: (name: string) => Setting): CommonRequest {
  const base = readLine(find('base'));
  const buildCache = readPath(find('build-cache'));
  const repeats = readOptionalCount(find('repeats'), 1, 1000);
  const affected = readOneOf(find('affected'), affectedChoices, 'all');
  const instructions = readOneOf(find('instructions'), instructionChoices, 'off');
  const expect = find('expect');
  const by = find('control-by');
  const deadlineSeconds = readOptionalCount(find('kafka-deadline-seconds'), 1, 120);
  return {
    config: readPath(find('config')) ?? 'perigee.yml',
    base,
    buildCache,
    repeats,
    ...(expect.text === '' ? {} : { expect: readOneOf(expect, expectChoices, 'improved') }),
    ...(affected === 'auto' ? { affected } : {}),
    ...(instructions === 'off' ? {} : { instructions }),
    control: {
      kind: readOneOf(find('control-kind'), controlKinds, 'cpu'),
      share: by.text === '' ? usualShare : readShare(by),
    },
    failOn: readOneOf(find('fail-on'), failChoices, 'regressed'),
    isolation: readOneOf(find('isolation'), isolationChoices, 'auto'),
    // Here, and not when there is something to send: by then the measuring would be lost.
    kafka: readKafkaSettings({
      brokers: find('kafka-brokers').text,
      topic: find('kafka-topic').text,
      clientId: find('kafka-client-id').text,
      tls: readSwitch(find('kafka-tls'), true),
      tlsAuthority: find('kafka-tls-authority').text,
      saslMechanism: find('kafka-sasl-mechanism').text,
      saslUsername: find('kafka-sasl-username').text,
      saslPassword: find('kafka-sasl-password').text,
    }),
    kafkaDeadlineMs: deadlineSeconds === undefined ? defaultDeadlineMs : deadlineSeconds * 1000,
  };
}
