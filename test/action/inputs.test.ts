import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readInputs, type Inputs } from '../../action/src/inputs.ts';
import { UserError } from '../../src/contract/user-error.ts';

interface Metadata {
  inputs: Record<string, { description: string; default: string }>;
  outputs: Record<string, { description: string }>;
  runs: { using: string; main: string };
}

const metadata = parse(readFileSync('action/action.yml', 'utf8')) as Metadata;

/** As the runner hands them over: what the workflow does not give has its default. */
function read(given: Record<string, string> = {}): Inputs {
  return readInputs((name) => given[name] ?? metadata.inputs[name]?.default ?? '');
}

test('a workflow that gives nothing measures one shard of perigee.yml', () => {
  expect(read({ token: 't' })).toEqual({
    mode: 'run',
    config: 'perigee.yml',
    control: { kind: 'cpu', share: 0.2 },
    shard: { index: 0, total: 1 },
    token: 't',
    comment: 'auto',
    sudo: 'auto',
    failOn: 'regressed',
    isolation: 'auto',
    kafka: { kind: 'none', why: 'no Kafka brokers are given' },
    kafkaDeadlineMs: 10_000,
  });
});

test('what a workflow gives is read', () => {
  const given = {
    mode: 'report',
    config: './perf/perigee.yml',
    shard: '4',
    'shard-total': '4',
    'shards-result': 'cancelled',
    'artifacts-folder': 'carried',
    'build-cache': '.perigee/builds',
    base: 'release/1.x',
    repeats: '7',
    expect: 'improved',
    instructions: 'too',
    'artifact-retention-days': '30',
    comment: 'never',
    matrix: '{\n  "node": 22\n}',
    'fail-on': 'undecided',
    'kafka-brokers': 'kafka-1:9092, kafka-2:9092',
    'kafka-tls': 'false',
    'kafka-deadline-seconds': '3',
  };
  expect(read(given)).toMatchObject({
    mode: 'report',
    config: 'perf/perigee.yml',
    shard: { index: 3, total: 4 },
    shardsResult: 'cancelled',
    artifactsFolder: 'carried',
    buildCache: '.perigee/builds',
    base: 'release/1.x',
    repeats: 7,
    expect: 'improved',
    instructions: 'too',
    artifactRetentionDays: 30,
    comment: 'never',
    matrix: '{ "node": 22 }',
    failOn: 'undecided',
    kafka: {
      kind: 'kafka',
      settings: {
        brokers: ['kafka-1:9092', 'kafka-2:9092'],
        topic: 'perigee.builds',
        clientId: 'perigee',
      },
    },
    kafkaDeadlineMs: 3000,
  });
});

test.each([
  [{ mode: 'Run' }, /input mode: "Run"[^]*one of run, report, history/],
  [{ shard: '' }, /input shard: it is empty[^]*matrix\.shard/],
  [{ 'shard-total': '' }, /input shard-total: it is empty/],
  [{ shard: '0', 'shard-total': '2' }, /counted from 1: 1 to 2/],
  [{ shard: '3', 'shard-total': '2' }, /input shard: "3"[^]*from 1 to 2/],
  [{ shard: '1', 'shard-total': '257' }, /input shard-total: "257"[^]*from 1 to 256/],
  [{ shard: '1.5', 'shard-total': '2' }, /input shard: "1\.5"/],
  [{ 'shards-result': 'green' }, /input shards-result: "green"[^]*success, failure, cancelled/],
  [{ expect: 'faster' }, /input expect: "faster"[^]*improved/],
  [{ repeats: 'five' }, /input repeats: "five"[^]*whole number/],
  [{ config: '../perigee.yml' }, /input config[^]*inside the repository/],
  [{ 'build-cache': '~/../x' }, /input build-cache[^]*inside the repository/],
  [{ config: '/etc/perigee.yml' }, /input config[^]*inside the repository/],
  [{ base: 'a\nb' }, /input base[^]*one line/],
  [{ comment: 'yes' }, /input comment: "yes"[^]*auto, always, never/],
  [{ 'fail-on': 'warnings' }, /input fail-on/],
  [{ 'kafka-tls': 'on' }, /input kafka-tls: "on"[^]*true or false/],
  [{ 'kafka-brokers': 'kafka://x:1' }, /Kafka broker that is not a host and port/],
  [
    {
      'kafka-brokers': 'kafka:9092',
      'kafka-tls': 'false',
      'kafka-sasl-mechanism': 'plain',
      'kafka-sasl-username': 'u',
    },
    /SASL mechanism plain without TLS/,
  ],
  [{ 'kafka-deadline-seconds': '0' }, /input kafka-deadline-seconds/],
  [{ 'artifact-retention-days': '0' }, /input artifact-retention-days/],
])('%j is refused by the name of the input', (given, message) => {
  expect(() => read(given)).toThrow(UserError);
  expect(() => read(given)).toThrow(message);
});

test('the action reads the inputs that action.yml declares, and no others', () => {
  const asked = new Set<string>();
  readInputs((name) => {
    asked.add(name);
    return metadata.inputs[name]?.default ?? '';
  });
  expect([...asked].sort()).toEqual(Object.keys(metadata.inputs).sort());
});

test('the action runs on Node 24, from the bundle that is committed', () => {
  expect(metadata.runs).toEqual({ using: 'node24', main: 'dist/index.js' });
});

test('the page on the action says of every input and output what action.yml says', () => {
  const page = readFileSync('docs/action-reference.md', 'utf8');
  const { inputs, outputs } = metadata;
  expect(readTable(page, 'inputs')).toEqual(
    Object.entries(inputs).map(([name, input]) => [name, input.default, input.description]),
  );
  expect(readTable(page, 'outputs')).toEqual(
    Object.entries(outputs).map(([name, output]) => [name, output.description]),
  );
});

/** The cells of the table that follows a marker, without code marks; "none" and an empty cell are ''. */
function readTable(page: string, name: string): string[][] {
  const rows = (page.split(`<!-- ${name} -->`)[1] ?? '').trimStart().split('\n');
  const end = rows.findIndex((row) => !row.startsWith('|'));
  return rows.slice(2, end < 0 ? undefined : end).map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('`', ''))
      .map((cell) => (cell === 'none' ? '' : cell)),
  );
}
