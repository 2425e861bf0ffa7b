import { expect, test } from 'vitest';
import type { AnyDelivery, Told } from '../../../bot/src/deliveries/delivery.ts';
import { readMessage, writeMessage, writeUnread } from '../../../bot/src/deliveries/message.ts';
import { listExamples } from './examples.ts';

const commit = 'ab'.repeat(20);
const base = 'cd'.repeat(20);
const receivedAt = '2026-11-21T10:00:00Z';
const repository = { installation: 7, owner: 'acme', name: 'sync', id: 5 };

const told: Told[] = [
  { kind: 'pull-request', number: 3 },
  { kind: 'commit', commit },
  { kind: 'commit', commit, runId: 812, pushedTo: 'main' },
  { kind: 'merge-group', head: commit, base, branch: 'main' },
  { kind: 'merge-group-gone', head: commit },
  { kind: 'push', branch: 'main', commit },
  { kind: 'push', branch: 'main', commit, changesRules: true },
  { kind: 'rules', branch: 'release/1' },
  {
    ...{ kind: 'comment', number: 3, commentId: 9, author: 'ada', authorIsBot: false },
    ...{ writtenAt: receivedAt, body: '/perigee accept all\nbecause "it is so"' },
  },
  {
    ...{ kind: 'comment', number: 4, commentId: 10, author: 'ada', authorIsBot: false },
    ...{ culprit: { commit, suite: 'sync' }, writtenAt: receivedAt, body: '/perigee accepts' },
  },
  {
    ...{ kind: 'comment', number: 5, commentId: 11, author: 'ada', authorIsBot: false },
    ...{ culprit: { commit, suite: 'sync', budget: 'best' } },
    ...{ writtenAt: receivedAt, body: '/perigee alert acknowledged' },
  },
  { kind: 'button', commit, checkRunId: 4, button: 'accept', sender: 'ada' },
  { kind: 'button', commit, checkRunId: 4, button: 'explain', sender: 'ada' },
];

const read = (text: string): AnyDelivery | undefined => readMessage(text, 'log/0/1', 12);

test('whatever is told comes out of the log as it went in', () => {
  for (const what of told) {
    const delivery = { id: 'guid', receivedAt, repository, what };
    expect(read(writeMessage(delivery))).toEqual(delivery);
  }
  const wider = { id: 'guid', receivedAt, installation: 7 };
  expect(read(writeMessage(wider))).toEqual(wider);
  const build = { repository: 'acme/sync', runId: 'acme/sync-perf/42' };
  for (const each of [build, { ...build, mayWait: true as const }]) {
    const heard = { id: 'buildkite-ab', receivedAt, build: each };
    expect(read(writeMessage(heard))).toEqual(heard);
  }
});

test('a webhook that was put aside is read again when it is replayed', () => {
  const [payload] = listExamples('pull_request', 'opened');
  const unread = writeUnread({ name: 'pull_request', id: 'guid', payload }, receivedAt);
  expect(read(unread)).toMatchObject({ id: 'guid', what: { kind: 'pull-request', number: 2 } });
  const other = writeUnread({ name: 'star', id: 'guid', payload }, receivedAt);
  expect(read(other)).toBeUndefined();
});

const good = { version: 1, id: 'guid', receivedAt, repository, what: told[0] };
test.each([
  ['what is not JSON', 'hello', /not JSON/],
  ['another version', JSON.stringify({ ...good, version: 2 }), /version 2; expected 1/],
  ['no version', JSON.stringify({ ...good, version: undefined }), /version none/],
  ['no repository', JSON.stringify({ ...good, repository: undefined }), /repository.installation/],
  ['no moment', JSON.stringify({ ...good, receivedAt: 'yesterday' }), /moment at receivedAt/],
  [
    'something new',
    JSON.stringify({ ...good, what: { kind: 'star' } }),
    /nothing known is told: star/,
  ],
  [
    'a commit that is none',
    JSON.stringify({ ...good, what: { kind: 'commit', commit: 'main' } }),
    /commit id at what.commit/,
  ],
  [
    'a button that we do not have',
    JSON.stringify({ ...good, what: { ...told.at(-1), button: 'merge' } }),
    /no button of ours: merge/,
  ],
  [
    'a build that leads to another place of the API',
    JSON.stringify({ ...good, build: { repository: 'acme/sync', runId: 'acme/../user/1' } }),
    /no organisation\/pipeline\/number of Buildkite/,
  ],
  [
    'a build of what is no repository',
    JSON.stringify({ ...good, build: { repository: 'acme', runId: 'acme/sync/42' } }),
    /"acme" is no owner\/name/,
  ],
  ['what is nested for ever', `${'['.repeat(200)}${']'.repeat(200)}`, /nested/],
])('%s is refused, and the message says where it lay', (_what, text, message) => {
  expect(() => read(text)).toThrow(message);
});

/** As they lie in the topics of services that were not upgraded yet. */
const recorded = [
  '{"version":1,"id":"guid","receivedAt":"2026-11-21T10:00:00Z","repository":{"installation":7,"owner":"acme","name":"sync","id":5},"what":{"kind":"pull-request","number":3}}',
  '{"version":1,"id":"guid","receivedAt":"2026-11-21T10:00:00Z","repository":{"installation":7,"owner":"acme","name":"sync","id":5},"what":{"kind":"commit","commit":"abababababababababababababababababababab","runId":812,"pushedTo":"main"}}',
  '{"version":1,"id":"guid","receivedAt":"2026-11-21T10:00:00Z","repository":{"installation":7,"owner":"acme","name":"sync","id":5},"what":{"kind":"push","branch":"main","commit":"abababababababababababababababababababab","changesRules":true}}',
  '{"version":1,"id":"comment-10","receivedAt":"2026-11-21T10:00:00Z","repository":{"installation":7,"owner":"acme","name":"sync","id":5},"what":{"kind":"comment","number":4,"commentId":10,"author":"ada","authorIsBot":false,"culprit":{"commit":"abababababababababababababababababababab","suite":"sync"},"writtenAt":"2026-11-21T10:00:00Z","body":"/perigee accepts"}}',
  '{"version":1,"id":"button-1","receivedAt":"2026-11-21T10:00:00Z","repository":{"installation":7,"owner":"acme","name":"sync","id":5},"what":{"kind":"button","commit":"abababababababababababababababababababab","checkRunId":4,"button":"accept","sender":"ada"}}',
  '{"version":1,"id":"guid","receivedAt":"2026-11-21T10:00:00Z","installation":7}',
  '{"version":1,"id":"buildkite-ab","receivedAt":"2026-11-21T10:00:00Z","build":{"repository":"acme/sync","runId":"acme/sync-perf/42","mayWait":true}}',
];

test.each(recorded)('a message of the version before is read, and written alike: %s', (text) => {
  const delivery = read(text);
  const written = delivery === undefined ? '{}' : writeMessage(delivery);
  expect(JSON.parse(written)).toEqual(JSON.parse(text));
});
