import { readCiRun } from '../../../action/src/event/ci-run.ts';
import { parseTrigger } from '../../../action/src/event/parse-trigger.ts';
import { readInputs } from '../../../action/src/inputs.ts';
import { UserError } from '../../../src/contract/user-error.ts';
import type { Random } from '../../../src/stats/random.ts';
import { examples } from '../../bot/deliveries/examples.ts';
import { drawText, mutateText, pick } from '../draw.ts';
import { mutateValue } from '../draw-json.ts';
import { describeEntry, type Entry, expectThat } from '../entry.ts';

const checkout = { commit: 'a'.repeat(40), reference: 'refs/heads/main' };
const events = examples.filter(({ name }) =>
  ['pull_request', 'push', 'merge_group', 'workflow_dispatch'].includes(name),
);

const environment: Readonly<Record<string, string>> = {
  GITHUB_REPOSITORY: 'acme/sync',
  GITHUB_RUN_ID: '812',
  GITHUB_RUN_ATTEMPT: '1',
  GITHUB_SERVER_URL: 'https://github.com',
  GITHUB_EVENT_NAME: 'pull_request',
  GITHUB_EVENT_PATH: '/event.json',
  GITHUB_SHA: 'a'.repeat(40),
  GITHUB_REF: 'refs/heads/main',
  GITHUB_WORKSPACE: '/work',
  RUNNER_TEMP: '/tmp',
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

function mutateOne(random: Random, all: Readonly<Record<string, string>>): Record<string, string> {
  const name = pick(random, Object.keys(all));
  const value = random() < 0.7 ? mutateText(random, all[name] ?? '', 5000) : drawText(random, 5000);
  return { ...all, [name]: value };
}

export const actionEntries: readonly Entry[] = [
  describeEntry({
    name: 'event of a workflow',
    draw: (random) => {
      const { name, payload } = pick(random, events);
      return {
        name: random() < 0.95 ? name : drawText(random, 300),
        payload: mutateValue(random, payload, 200),
      };
    },
    run: ({ name, payload }) => {
      const trigger = parseTrigger(name, payload, checkout);
      expectThat(/^[0-9a-f]{40,64}$/.test(trigger.head.commit), 'no commit');
      expectThat(!/^-|\p{Cc}/u.test(trigger.branch ?? ''), `a branch ${trigger.branch ?? ''}`);
    },
    refusals: [UserError],
  }),
  describeEntry({
    name: 'environment of a job',
    draw: (random) => mutateOne(random, environment),
    run: (variables) => {
      const run = readCiRun(variables);
      expectThat(URL.canParse(run.url), `the address ${run.url}`);
    },
    refusals: [UserError],
  }),
  describeEntry({
    name: 'inputs of the action',
    draw: (random) => mutateOne(random, inputs),
    run: (given) => {
      const { shard } = readInputs((name) => given[name] ?? '');
      expectThat(shard.index >= 0 && shard.index < shard.total, 'a shard that is none');
    },
    refusals: [UserError],
  }),
];
