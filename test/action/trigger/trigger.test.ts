import { describe, expect, test } from 'vitest';
import { hasExpectLabel, parseTrigger } from '../../../action/src/trigger.ts';
import { UserError } from '../../../src/contract/user-error.ts';
import { type Payload, payloadOf } from './payloads.ts';

describe('expect label', () => {
  const withLabels = (...labels: unknown[]) => ({ pull_request: { labels } });
  const wanted = { name: 'perigee: expect improved' };

  test('the label asks for the pairs of an improvement, wherever it stands', () => {
    expect(hasExpectLabel(withLabels(wanted))).toBe(true);
    expect(hasExpectLabel(withLabels({ name: 'bug' }, { name: 'docs' }, wanted))).toBe(true);
  });

  test.each([
    ['no pull request', {}],
    ['no labels', withLabels()],
    ['other labels', withLabels({ name: 'perigee' }, { name: 'Perigee: expect improved' })],
    ['labels that are text', { pull_request: { labels: 'perigee: expect improved' } }],
    [
      'labels without a name, or with one of two lines',
      withLabels({}, { name: `${wanted.name}\n` }),
    ],
  ])('an event with %s does not', (_what, payload) => {
    expect(hasExpectLabel(payload)).toBe(false);
  });
});

describe('hostile event', () => {
  const checkout = { sha: 'c'.repeat(40), ref: 'refs/pull/2/merge' };

  /** Whatever JSON the file held. */
  const parse = (payload: unknown) =>
    parseTrigger({ eventName: 'pull_request', payload: payload as Payload, ...checkout });

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
    expect(() => parse(payload)).toThrow(UserError);
    expect(() => parse(payload)).toThrow(`the event (pull_request), at ${path}`);
  });

  test('a login that is no line of text is left out', () => {
    const payload = payloadOf('pull_request', { 'pull_request.user.login': 'a\u001b[2J' });
    expect(parse(payload)).not.toHaveProperty('author');
  });

  test.each(['$(touch${IFS}pwned)', '`x`', "it's", '"><script>', '@everyone', '-x', 'ünïcode'])(
    'a branch may be called %j: it is a name, and no more',
    (name) => {
      const payload = payloadOf('pull_request', { 'pull_request.head.ref': name });
      expect(parse(payload).branch).toBe(name);
    },
  );

  test('what an event inherits is not read as if it were written in it', () => {
    const payload = Object.create(payloadOf('pull_request')) as object;
    expect(() => parse(payload)).toThrow(/nothing is written there/);
  });

  test.each([null, [], 'text', 7, {}])('%j is not an event', (payload) => {
    expect(() => parse(payload)).toThrow(UserError);
  });
});
