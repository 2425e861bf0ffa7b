import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readInputs, type Inputs } from '../../action/src/inputs.ts';
import { prepareCounting } from '../../action/src/prepare-counting.ts';
import { UserError } from '../../src/contract/user-error.ts';
import { findInstaller, installValgrind } from '../../src/profile/instructions/install-valgrind.ts';
import { rememberLog } from './jobs/make-job.ts';

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

describe('valgrind', () => {
  const hosted = { RUNNER_ENVIRONMENT: 'github-hosted', RUNNER_OS: 'Linux' };

  async function prepare(
    {
      instructions,
      isThere = false,
      why,
    }: { instructions?: 'too'; isThere?: boolean; why?: string },
    environment: Record<string, string> = hosted,
  ) {
    const log = rememberLog();
    const request = instructions === undefined ? {} : { instructions };
    await prepareCounting({ log, request, suite: { tests: [] } }, environment, {
      find: () => (isThere ? { path: '', fixed: [], tool: 'valgrind', settings: [] } : undefined),
      install: () => Promise.resolve(why),
    });
    return [...log.said, ...log.warned];
  }

  test('is installed on a runner of GitHub where instructions are to be counted', async () => {
    expect(await prepare({ instructions: 'too' })).toEqual([
      'install valgrind, which counts instructions',
    ]);
  });

  test('that cannot be installed leaves the reason and the remedy in the log', async () => {
    const said = await prepare({ instructions: 'too', why: 'E: no space' });
    expect(said.at(-1)).toContain(
      'could not be installed: E: no space. Install it in a step before',
    );
  });

  test.each([
    ['no instructions are asked for', {}, hosted],
    ['it is there', { instructions: 'too', isThere: true } as const, hosted],
    ['the runner is one of your own', { instructions: 'too' } as const, { RUNNER_OS: 'Linux' }],
  ])('is not installed where %s', async (_, given, environment) => {
    expect(await prepare(given, environment)).toEqual([]);
  });

  test.each([
    ['/usr/bin/apt-get', 'sudo apt-get install -y --no-install-recommends valgrind'],
    ['/usr/bin/dnf', 'sudo dnf install -y valgrind'],
    ['/sbin/apk', 'sudo apk add valgrind'],
  ])('comes by %s', (path, command) => {
    expect(findInstaller((one) => one === path)?.join(' ')).toBe(command);
  });

  test('is looked for again when the lists of packages are renewed', async () => {
    const ran: string[] = [];
    const why = await installValgrind(['sudo', 'apt-get', 'install'], (command) => {
      ran.push(command.slice(2).join(' '));
      return Promise.resolve(ran.length === 1 ? { error: 'E: Unable to locate package' } : {});
    });
    expect(why).toBeUndefined();
    expect(ran).toEqual(['apt-get install', 'apt-get update', 'apt-get install']);
  });
});
