import { expect, test } from 'vitest';
import type { AnyDelivery } from '../../../bot/src/deliveries/delivery.ts';
import { readMessage, writeMessage, writeUnread } from '../../../bot/src/deliveries/message.ts';
import { listExamples, readExample } from '../../contract/corpus.ts';
import { listExamples as listWebhooks } from './examples.ts';

const receivedAt = '2026-11-21T10:00:00Z';
const read = (text: string): AnyDelivery | undefined => readMessage(text, 'log/0/1', 12);

const valid = listExamples('delivery', 'valid').map((name) =>
  readExample('delivery', 'valid', name),
);

test('whatever is told comes out of the log as it went in', () => {
  const told = valid
    .filter((text) => !text.includes('"webhook"'))
    .map((text) => read(text))
    .filter((delivery) => delivery !== undefined);
  expect(new Set(told.flatMap((one) => ('what' in one ? one.what.kind : []))).size).toBe(8);
  for (const delivery of told) expect(read(writeMessage(delivery))).toEqual(delivery);
});

test('a webhook that was put aside is read again when it is replayed', () => {
  const [payload = {}] = listWebhooks('pull_request', 'opened');
  const unread = writeUnread({ name: 'pull_request', id: 'guid', payload }, receivedAt);
  expect(read(unread)).toMatchObject({ id: 'guid', what: { kind: 'pull-request', number: 2 } });
  const other = writeUnread({ name: 'star', id: 'guid', payload }, receivedAt);
  expect(read(other)).toBeUndefined();
});

const { schema: _, ...good } = JSON.parse(valid[0] ?? '') as Record<string, unknown>;
test.each([
  ['what is not JSON', 'hello', /the message log\/0\/1: .*not JSON/],
  ['another version', JSON.stringify({ ...good, version: 2 }), /version 2 of the delivery format/],
  ['no repository', JSON.stringify({ ...good, repository: undefined }), /"repository" is missing/],
  ['something new', JSON.stringify({ ...good, what: { kind: 'star' } }), /what\/kind: "star"/],
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

test.each(recorded)(
  'a message of the version before is read, and written alike but for its schema: %s',
  (text) => {
    const delivery = read(text);
    const written = delivery === undefined ? '{}' : writeMessage(delivery);
    const before = JSON.parse(text) as object;
    expect(JSON.parse(written)).toEqual({ schema: 'perigee/delivery', ...before });
  },
);
