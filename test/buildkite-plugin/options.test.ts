import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import {
  kafkaOptionNames,
  optionNames,
  type Options,
  readOptions,
} from '../../buildkite-plugin/src/options.ts';
import { UserError } from '../../src/contract/user-error.ts';

/** As the agent hands them over: the options of this plugin as JSON. */
function read(options: unknown, environment: Record<string, string> = {}): Options {
  return readOptions({ ...environment, BUILDKITE_PLUGIN_CONFIGURATION: JSON.stringify(options) });
}

const usual: Options = {
  mode: 'run',
  control: { kind: 'cpu', share: 0.2 },
  when: 'after',
  config: 'perigee.yml',
  annotate: true,
  failOn: 'regressed',
  isolation: 'auto',
  kafka: { kind: 'none', why: 'no Kafka brokers are given' },
  kafkaDeadlineMs: 10_000,
};

test.each([['null'], ['{}'], ['']])('a step that writes no options, %j, gets the usual', (text) => {
  expect(readOptions({ BUILDKITE_PLUGIN_CONFIGURATION: text })).toEqual(usual);
});

test('what a step writes is read, numbers and switches as YAML has them or as text', () => {
  const options = {
    mode: 'report',
    config: './perf/perigee.yml',
    when: 'before',
    base: 'release/1.x',
    repeats: 7,
    expect: 'improved',
    instructions: 'only',
    'build-cache': '.perigee/builds',
    isolation: 'strict',
    'fail-on': 'undecided',
    step: 'performance',
    shards: '4',
    annotate: false,
    kafka: {
      brokers: ['kafka-1:9093', 'kafka-2:9093'],
      'sasl-mechanism': 'scram-sha-512',
      'sasl-username': 'perigee',
      'sasl-password-variable': 'KAFKA_PASSWORD',
      'deadline-seconds': 3,
    },
  };
  expect(read(options, { KAFKA_PASSWORD: 'secret' })).toEqual({
    mode: 'report',
    config: 'perf/perigee.yml',
    control: usual.control,
    when: 'before',
    base: 'release/1.x',
    repeats: 7,
    expect: 'improved',
    instructions: 'only',
    buildCache: '.perigee/builds',
    isolation: 'strict',
    failOn: 'undecided',
    step: 'performance',
    shards: 4,
    annotate: false,
    passwordVariable: 'KAFKA_PASSWORD',
    kafka: {
      kind: 'kafka',
      settings: {
        brokers: ['kafka-1:9093', 'kafka-2:9093'],
        topic: 'perigee.builds',
        clientId: 'perigee',
        tls: {},
        sasl: { mechanism: 'scram-sha-512', username: 'perigee', password: 'secret' },
      },
    },
    kafkaDeadlineMs: 3000,
  });
});

test('off is what it says, even where YAML was read so that it became false', () => {
  expect(read({ isolation: false }).isolation).toBe('off');
  expect(read({ isolation: 'off' }).isolation).toBe('off');
  expect(read({ instructions: false })).not.toHaveProperty('instructions');
});

test('where the variable of the password is not set, as for a fork, nothing is sent and nothing fails', () => {
  const kafka = {
    brokers: ['kafka:9093'],
    'sasl-mechanism': 'plain',
    'sasl-username': 'perigee',
    'sasl-password-variable': 'KAFKA_PASSWORD',
  };
  expect(read({ kafka }).kafka).toMatchObject({ kind: 'none' });
});

test.each([
  [{ mode: 'Run' }, /option mode: "Run"[^]*one of run, report, history/],
  [{ when: 'during' }, /option when: "during"[^]*one of after, before/],
  [{ repeat: 7 }, /"repeat" is no option[^]*did you mean "repeats"\?/],
  [{ repeats: 'five' }, /option repeats: "five"[^]*whole number/],
  [{ repeats: { most: 5 } }, /option repeats: a map of keys/],
  [{ config: ['a', 'b'] }, /option config: a list/],
  [{ config: '../perigee.yml' }, /option config[^]*inside the repository/],
  [{ base: 'a\nb' }, /option base[^]*one line/],
  [{ mode: 'report', shards: 257 }, /option shards: "257"[^]*from 1 to 256/],
  [{ annotate: 'no' }, /option annotate: "no"[^]*true or false/],
  [{ kafka: 'kafka:9092' }, /perigee, kafka: "kafka:9092"[^]*a map of brokers/],
  [{ kafka: { broker: ['x:1'] } }, /"broker" is no option[^]*did you mean "brokers"\?/],
  [{ kafka: { brokers: ['kafka://x:1'] } }, /Kafka broker that is not a host and port/],
  [{ kafka: { topic: 'builds' } }, /option kafka: it names no brokers/],
  [{ kafka: { brokers: [] } }, /option kafka: it names no brokers/],
  [{ shards: 3 }, /option shards: mode run does not read it[^]*parallelism/],
  [{ mode: 'history', step: 'measure' }, /option step: mode history does not read it/],
  [{ mode: 'history', base: 'main' }, /option base: mode history does not read it/],
  [['run'], /the options: a list[^]*a map of mode, config/],
  ['run', /the options: "run"/],
])('%j is refused by the name of the option', (options, message) => {
  expect(() => read(options)).toThrow(UserError);
  expect(() => read(options)).toThrow(message);
});

test('a password that is written where the name of its variable belongs is not repeated', () => {
  const refused = () =>
    read({ kafka: { brokers: ['x:1'], 'sasl-password-variable': 'hunter2!hunter2!' } });
  expect(refused).toThrow(/16 characters that name no variable/);
  expect(refused).not.toThrow(/hunter2/);
});

test('what is no JSON was not written by an agent', () => {
  expect(() => readOptions({ BUILDKITE_PLUGIN_CONFIGURATION: '{' })).toThrow(/this is not JSON/);
});

test('the options are those that plugin.yml declares', () => {
  const file = join(import.meta.dirname, '../../buildkite-plugin/plugin.yml');
  const { configuration } = parse(readFileSync(file, 'utf8')) as {
    configuration: { properties: Record<string, { properties?: object }> };
  };
  const { properties } = configuration;
  expect(Object.keys(properties).sort()).toEqual([...optionNames].sort());
  expect(Object.keys(properties['kafka']?.properties ?? {}).sort()).toEqual(
    [...kafkaOptionNames].sort(),
  );
});

test('options that the agent did not hand over are not taken for none', () => {
  expect(() => readOptions({})).toThrow(/BUILDKITE_PLUGIN_CONFIGURATION.*not set/s);
});
