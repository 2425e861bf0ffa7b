import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parseTrigger } from '../../../action/src/event/trigger.ts';
import { readEventFile } from '../../../action/src/event/read-event-file.ts';
import { UserError } from '../../../src/contract/user-error.ts';
import { payloadOf } from './payloads.ts';

const checkout = { commit: 'c'.repeat(40), reference: 'refs/pull/2/merge' };

test.each([
  ['pull_request.head.sha', '--upload-pack=touch pwned'],
  ['pull_request.head.sha', 'refs/heads/main'],
  ['pull_request.head.sha', 'A'.repeat(40)],
  ['pull_request.head.sha', undefined],
  ['pull_request.head.sha', 7],
  ['pull_request.base.sha', `${'a'.repeat(40)}\n`],
  ['pull_request.base.ref', 'main:refs/heads/other'],
  ['pull_request.base.ref', 'a b'],
  ['pull_request.base.ref', '../../x'],
  ['pull_request.head.ref', 'x\ny'],
  ['pull_request.head.ref', 'x'.repeat(2000)],
  ['pull_request.head.ref', { toString: 'x' }],
  ['pull_request.number', '2; touch pwned'],
  ['pull_request.number', -1],
  ['pull_request.number', 1.5],
  ['pull_request', null],
])('an event with %s as %j is refused, and the message says where', (path, value) => {
  const payload = payloadOf('pull_request', { [path]: value });
  const parse = () => parseTrigger('pull_request', payload, checkout);
  expect(parse).toThrow(UserError);
  expect(parse).toThrow(`the event (pull_request), at ${path}`);
});

test('a login that is no line of text is left out', () => {
  const payload = payloadOf('pull_request', { 'pull_request.user.login': 'a\u001b[2J' });
  expect(parseTrigger('pull_request', payload, checkout)).not.toHaveProperty('author');
});

test.each(['$(touch${IFS}pwned)', '`x`', "it's", '"><script>', '@everyone', '-x', 'ünïcode'])(
  'a branch may be called %j: it is a name, and no more',
  (name) => {
    const payload = payloadOf('pull_request', { 'pull_request.head.ref': name });
    expect(parseTrigger('pull_request', payload, checkout).branch).toBe(name);
  },
);

test('what an event inherits is not read as if it were written in it', () => {
  const payload = Object.create(payloadOf('pull_request')) as object;
  expect(() => parseTrigger('pull_request', payload, checkout)).toThrow(/nothing is written there/);
});

test.each([null, [], 'text', 7, {}])('%j is not an event', (payload) => {
  expect(() => parseTrigger('pull_request', payload, checkout)).toThrow(UserError);
});

test('a file that is not there or is not JSON is told as such', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'perigee-event-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'broken.json'), '{"pull_request"');
  await expect(readEventFile(join(folder, 'broken.json'))).rejects.toThrow(/this is not JSON/);
  await expect(readEventFile(join(folder, 'none.json'))).rejects.toThrow(/it cannot be read/);
});
