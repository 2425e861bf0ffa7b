import * as fc from 'fast-check';
import { readCiRun } from '../../../action/src/github/ci-run.ts';
import { parseTrigger } from '../../../action/src/trigger.ts';
import { readInputs } from '../../../action/src/inputs.ts';
import { readOptions } from '../../../buildkite-plugin/src/options.ts';
import { UserError } from '../../../src/contract/user-error.ts';
import { examples } from '../../bot/deliveries/examples.ts';
import { describeEntry, type Entry, expectThat } from '../entry.ts';
import { drawNearly, drawText, mutateText } from '../draw.ts';
import { mutateValue } from '../mutate-value.ts';

const checkout = { sha: 'a'.repeat(40), ref: 'refs/heads/main' };
const events = examples.filter(({ name }) =>
  ['pull_request', 'push', 'merge_group', 'workflow_dispatch'].includes(name),
);

const addresses: Readonly<Record<string, string>> = {
  ...{ owner: 'acme', repo: 'sync', runId: '812', runAttempt: '1' },
  ...{ apiUrl: 'https://api.github.com', serverUrl: 'https://github.com' },
  ...{ GITHUB_WORKSPACE: '/work', RUNNER_TEMP: '/tmp' },
};
const inputs: Readonly<Record<string, string>> = {
  ...{
    mode: 'run',
    config: 'perigee.yml',
    shard: '1',
    'shard-total': '4',
    base: 'main',
    repeats: '5',
  },
  ...{
    token: 'x',
    comment: 'auto',
    'fail-on': 'regressed',
    'build-cache': '.cache',
    expect: 'improved',
    'kafka-brokers': 'a:9092',
  },
};

const mutateOne = (all: Readonly<Record<string, string>>) =>
  fc
    .constantFrom(...Object.keys(all))
    .chain((name) =>
      drawNearly([all[name] ?? ''], 5000).map((value) => ({ ...all, [name]: value })),
    );

const options = {
  ...{ mode: 'run', config: 'perigee.yml', when: 'after', base: 'main', repeats: 5 },
  ...{
    expect: 'improved',
    'build-cache': '.cache',
    isolation: 'auto',
    'fail-on': 'regressed',
    shards: 4,
  },
  ...{ step: 'performance', annotate: true },
  kafka: { brokers: ['a:9092'], tls: false, 'sasl-password-variable': 'KAFKA_PASSWORD' },
};

/** Linux starts no program with a longer variable: 128 KiB with its name and the byte that ends it. */
const longestVariable = 131_000;

export const actionEntries: readonly Entry[] = [
  describeEntry({
    name: 'event of a workflow',
    input: fc.constantFrom(...events).chain(({ name, payload }) =>
      fc.record({
        name: fc.oneof({ weight: 19, arbitrary: fc.constant(name) }, drawText(300)),
        payload: mutateValue(payload, 200),
      }),
    ),
    run: ({ name, payload }) => {
      const trigger = parseTrigger({ eventName: name, payload, ...checkout });
      expectThat(/^[0-9a-f]{40,64}$/.test(trigger.head.commit), 'no commit');
      expectThat(!/^-|\p{Cc}/u.test(trigger.branch ?? ''), `a branch ${trigger.branch ?? ''}`);
    },
    refusals: [UserError],
  }),
  describeEntry({
    name: 'context of a job',
    input: mutateOne(addresses),
    foundOnce: ['https://git\0', `>${'\0'.repeat(4215)}`].map((serverUrl) => {
      return { ...addresses, serverUrl };
    }),
    run: ({
      apiUrl = '',
      owner = '',
      repo = '',
      runAttempt,
      runId,
      serverUrl = '',
      ...folders
    }) => {
      const run = readCiRun(
        {
          ...{ apiUrl, serverUrl, repo: { owner, repo }, eventName: 'push', payload: {} },
          ...{ runAttempt: Number(runAttempt), runId: Number(runId), ...checkout },
        },
        folders,
      );
      expectThat(URL.canParse(run.url), `the address ${run.url}`);
    },
    refusals: [UserError],
  }),
  describeEntry({
    name: 'inputs of the action',
    input: mutateOne(inputs),
    run: (given) => {
      const { shard } = readInputs((name) => given[name] ?? '');
      expectThat(shard.index >= 0 && shard.index < shard.total, 'a shard that is none');
    },
    refusals: [UserError],
  }),
  describeEntry({
    name: 'options of the plugin',
    input: fc
      .oneof(
        { weight: 8, arbitrary: mutateValue(options).map((value) => JSON.stringify(value)) },
        { weight: 2, arbitrary: mutateText(JSON.stringify(options), 5000) },
      )
      .map((text) => text.slice(0, longestVariable)),
    run: (text) => {
      const { config, shards = 1 } = readOptions({ BUILDKITE_PLUGIN_CONFIGURATION: text });
      expectThat(!/^\/|(^|\/)\.\.(\/|$)/.test(config), `the path ${config}`);
      expectThat(shards >= 1 && shards <= 256, `${shards} shards`);
    },
    refusals: [UserError],
  }),
];
