import * as fc from 'fast-check';
import { isDeepStrictEqual } from 'node:util';
import { readBuild } from '../../../bot/src/deliveries/buildkite/read-build.ts';
import { judgeSender } from '../../../bot/src/deliveries/buildkite/judge-sender.ts';
import { readMessage, writeMessage } from '../../../bot/src/deliveries/message.ts';
import { readDelivery } from '../../../bot/src/deliveries/read-delivery.ts';
import { parsePullRequest } from '../../../src/transport/github/pull-requests.ts';
import { parseRun } from '../../../bot/src/github/workflow-runs.ts';
import { UserError } from '../../../src/contract/user-error.ts';
import { Refused } from '../../../src/transport/platform-errors.ts';
import { nameOfClone, readBuildkiteRun } from '../../../src/transport/buildkite/names.ts';
import { parseBuildkiteBuild } from '../../../src/transport/buildkite/parse-build.ts';
import { readFields } from '../../../src/transport/rest/fields.ts';
import { isLimited, readLimitMs } from '../../../src/transport/rest/rate-limit.ts';
import { examples } from '../../bot/deliveries/examples.ts';
import { drawNearly, drawText, mutateText } from '../draw.ts';
import { describeEntry, type Entry, expectThat } from '../entry.ts';
import { mutateValue } from '../mutate-value.ts';

const context = { appId: 7, receivedAt: '2026-11-21T06:00:00Z' };
const ours = [
  'pull_request',
  'workflow_run',
  'check_suite',
  'check_run',
  'merge_group',
  'push',
  'issue_comment',
  'installation',
];
const payloads = examples.filter(({ name }) => ours.includes(name));

const webhook = fc.constantFrom(...payloads).chain(({ name, payload }) =>
  mutateValue<object>({ installation: { id: 7 }, ...payload }, 200).map((changed) => ({
    ...{ name, id: 'guid-1', payload: changed },
  })),
);
/** An object of an example, changed. */
const drawPart = (name: string): fc.Arbitrary<unknown> =>
  fc
    .constantFrom(...payloads.filter((one) => one.name === name))
    .chain(({ payload }) => mutateValue(payload[name], 100));

const { receivedAt } = context;
const delivery = {
  ...{ version: 1, id: 'guid-1', receivedAt },
  repository: { installation: 7, owner: 'acme', name: 'sync', id: 1 },
  what: { kind: 'push', branch: 'main', commit: 'a'.repeat(40) },
};

const build = {
  number: 7,
  state: 'passed',
  branch: 'main',
  commit: 'a'.repeat(40),
  source: 'webhook',
  created_at: '2026-11-21T06:00:00.000Z',
  finished_at: '2026-11-21T06:10:00.000Z',
  web_url: 'https://buildkite.com/acme/sync/builds/7',
  pull_request: { id: '3', base: 'main', repository: 'https://github.com/acme/sync' },
  triggered_from: { build_pipeline_slug: 'other', build_number: 3 },
  jobs: [
    {
      ...{
        id: '01234567-89ab-cdef-0123-456789abcdef',
        type: 'script',
        name: 'bench',
        state: 'passed',
      },
      ...{ step: { id: 'x' }, step_key: 'bench', retries_count: 0, exit_status: 0 },
      ...{ parallel_group_index: 0, parallel_group_total: 2, created_at: '2026-11-21T06:00:00Z' },
      web_url: 'https://buildkite.com/acme/sync/builds/7#1',
    },
  ],
};
const told = {
  event: 'build.finished',
  build: { url: 'https://api.buildkite.com/v2/organizations/acme/pipelines/sync/builds/7' },
  pipeline: { repository: 'git@github.com:acme/sync.git' },
};

const limit = drawNearly(['0', '60', '1795240800', 'Sat, 21 Nov 2026 06:00:00 GMT'], 500);

export const botEntries: readonly Entry[] = [
  describeEntry({
    name: 'webhook of GitHub',
    input: webhook,
    run: (webhook) => {
      const delivery = readDelivery(webhook, context);
      if (delivery === undefined) return;
      const back = readMessage(writeMessage(delivery), '0/1', context.appId);
      expectThat(
        JSON.stringify(back) === JSON.stringify(delivery),
        'reads back as another delivery',
      );
    },
    refusals: [Refused],
  }),
  describeEntry({
    name: 'message in the log of deliveries',
    input: fc
      .oneof(
        webhook.map((one) => ({ version: 1, receivedAt, webhook: one })),
        mutateValue<object>(delivery),
      )
      .map((message) => JSON.stringify(message))
      .chain((text) => fc.oneof(fc.constant(text), mutateText(text, 1_000_000))),
    run: (text) => void readMessage(text, '0/1', context.appId),
    refusals: [Refused, UserError],
  }),
  describeEntry({
    name: 'webhook of Buildkite',
    input: fc.oneof(
      mutateValue<object>(told),
      fc.record({
        event: fc.constant(told.event),
        build: fc.record({ url: drawNearly([told.build.url], 300) }),
        pipeline: fc.record({ repository: drawNearly([told.pipeline.repository], 300) }),
      }),
    ),
    run: (payload) => {
      const found = readBuild(payload);
      if (found === undefined) return;
      readBuildkiteRun(found.runId);
      const kept = { id: 'a', receivedAt, build: found };
      const back = readMessage(writeMessage(kept), '0/1', context.appId);
      expectThat(isDeepStrictEqual(back, kept), 'reads back as another build');
    },
    refusals: [Refused],
  }),
  describeEntry({
    name: 'signature of Buildkite',
    input: mutateText(`timestamp=1795240800,signature=${'ab'.repeat(32)}`, 16_000),
    run: (header) => {
      const sender = judgeSender({ 'x-buildkite-signature': header }, 'token', 1_795_240_800_000);
      expectThat(sender.kind !== 'known', 'is known without a token');
      if (sender.kind !== 'signed') return;
      expectThat(!sender.isBy(Buffer.from('body')), 'a made up signature is right');
    },
  }),
  describeEntry({
    name: 'answer of GitHub',
    input: fc.record({ pull: drawPart('pull_request'), run: drawPart('workflow_run') }),
    run: ({ pull, run }) => {
      const parsed = attempt(() => parseRun(readFields(run, 'the run')));
      if (parsed !== undefined) expectThat(/^[0-9a-f]{40,64}$/.test(parsed.head), 'no commit');
      const { headBranch, url } = parsePullRequest(readFields(pull, 'the pull request'));
      expectThat(!/\p{Cc}/u.test(headBranch + url), 'a control character in a name');
    },
    refusals: [Refused],
  }),
  describeEntry({
    name: 'answer of Buildkite',
    input: mutateValue(build),
    run: (value) => {
      const parsed = parseBuildkiteBuild(value, 'acme/sync');
      expectThat(Number.isFinite(parsed.createdAtMs), 'no time');
    },
    refusals: [Refused],
  }),
  describeEntry({
    name: 'names of pipelines and clones',
    input: drawNearly(
      ['acme/sync/812', 'git@github.com:acme/sync.git', 'https://github.com/acme/sync'],
      16_000,
    ),
    foundOnce: [`gi${'t@'.repeat(1821)}${`t${'t@'.repeat(169)}`.repeat(36)}t`],
    run: (text) => {
      const name = nameOfClone(text);
      if (name !== undefined) expectThat(/^[\w./-]+$/.test(name), `names ${name}`);
      const { path } = readBuildkiteRun(text);
      expectThat(
        /^\/v2\/organizations\/[a-z0-9-]+\/pipelines\/[a-z0-9-]+\/builds\/\d+$/.test(path),
        `asks at ${path}`,
      );
    },
    refusals: [Refused],
  }),
  describeEntry({
    name: 'headers about limits',
    input: fc.record({
      status: fc.constantFrom(200, 403, 429, 500),
      headers: fc.tuple(
        ...[
          ...['retry-after', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'ratelimit-remaining'],
          ...['ratelimit-reset', 'date'],
        ].map((name) => fc.tuple(fc.constant(name), limit)),
      ),
      text: drawText(1000),
    }),
    run: ({ status, headers, text }) => {
      const all = new Headers();
      for (const [name, value] of headers) {
        // What no server can send.
        attempt(() => all.set(name, value));
      }
      const answer = { status, headers: all, text };
      const waitMs = readLimitMs(answer, 3);
      if (isLimited(answer)) expectThat(waitMs !== undefined, 'is limited and waits not at all');
      if (waitMs !== undefined)
        expectThat(waitMs >= 0 && waitMs <= 7_200_000, `waits ${waitMs} ms`);
    },
  }),
];

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof Refused || error instanceof TypeError) return undefined;
    throw error;
  }
}
