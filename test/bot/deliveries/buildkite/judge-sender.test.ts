import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { judgeSender } from '../../../../bot/src/deliveries/buildkite/judge-sender.ts';
import { token } from './sign-webhook.ts';

const nowMs = Date.parse('2026-11-21T10:00:00Z');
const nowS = nowMs / 1000;
const body = '{"event":"ping","message":"größer"}';

const hmac = (text: string, key = token): string =>
  createHmac('sha256', key).update(text).digest('hex');
const sign = (timestamp: number | string = nowS, signed = body, key = token): string =>
  `timestamp=${timestamp},signature=${hmac(`${timestamp}.${signed}`, key)}`;

/** Whether all of it is believed. */
function isBelieved(headers: Record<string, string>, sent = body): boolean {
  const sender = judgeSender(headers, token, nowMs);
  if (sender.kind !== 'signed') return sender.kind === 'known';
  return sender.isBy(Buffer.from(sent));
}
const isSigned = (header: string, sent?: string): boolean =>
  isBelieved({ 'x-buildkite-signature': header }, sent);

test('whoever sends the token is known', () => {
  expect(isBelieved({ 'x-buildkite-token': token })).toBe(true);
});

test.each([
  ['nothing', ''],
  ['another token', token.replace('3', '4')],
  ['its beginning', token.slice(0, -1)],
  ['more than it', `${token}0`],
  ['it in capitals', token.toUpperCase()],
])('whoever sends %s is not, and is not told how near it was', (_what, sent) => {
  const sender = judgeSender({ 'x-buildkite-token': sent }, token, nowMs);
  const why = 'X-Buildkite-Token is not bot.buildkite.webhookToken';
  expect(sender).toEqual({ kind: 'refused', why });
});

test('without any header it is said which there are', () => {
  const sender = judgeSender({}, token, nowMs);
  const why = 'neither X-Buildkite-Token nor X-Buildkite-Signature was sent';
  expect(sender).toEqual({ kind: 'refused', why });
});

test('what was signed with the token is believed, in whatever order', () => {
  expect(isSigned(sign())).toBe(true);
  expect(isSigned(sign().replace(',', ', '))).toBe(true);
  expect(isSigned(`signature=${hmac(`${nowS}.${body}`)},timestamp=${nowS}`)).toBe(true);
});

test('another program signs the same', () => {
  // Python: hmac.new(token, b'1795255200.' + body, 'sha256').hexdigest()
  const signature = '12b2eebc20fe0ec15f811302c8af510d79beb246177caa9bdfd89da9fb235020';
  expect(isSigned(`timestamp=1795255200,signature=${signature}`)).toBe(true);
});

test.each([
  ['with another token', sign(nowS, body, 'other')],
  ['over another body', sign(nowS, `${body} `)],
  ['without the time', `timestamp=${nowS},signature=${hmac(body)}`],
  ['with another time', sign(nowS - 1).replace(String(nowS - 1), String(nowS))],
])('what was signed %s is not', (_how, header) => {
  expect(isSigned(header)).toBe(false);
});

test.each([
  [-300, true],
  [-301, false],
  [300, true],
  [301, false],
  [-86_400, false],
])('a signature of %d s from now is worth something: %s', (fromNowS, isGood) => {
  expect(isSigned(sign(nowS + fromNowS))).toBe(isGood);
});

test('what was recorded is refused by its headers alone, and a wrong clock is thought of', () => {
  const headers = { 'x-buildkite-signature': sign(nowS - 301) };
  expect(judgeSender(headers, token, nowMs)).toMatchObject({
    ...{ kind: 'refused', why: expect.stringMatching(/replayed, or a clock is wrong/) as unknown },
  });
});

test.each([
  '',
  'signature=',
  `timestamp=${nowS}`,
  `timestamp=${nowS},signature=`,
  `timestamp=${nowS},signature=${'0'.repeat(63)}`,
  sign('0x6920').replace(/,.*/, `,signature=${'0'.repeat(64)}`),
  sign(-nowS),
  sign(`${nowS}.5`),
  sign('9'.repeat(13)),
  `sha256=${hmac(body)}`,
])('the signature %j has another form', (header) => {
  expect(judgeSender({ 'x-buildkite-signature': header }, token, nowMs)).toEqual({
    ...{ kind: 'refused', why: 'X-Buildkite-Signature is not timestamp=…,signature=…' },
  });
});

test('a wrong signature is not made good by the token beside it', () => {
  const headers = { 'x-buildkite-token': token, 'x-buildkite-signature': sign(nowS, 'other') };
  expect(isBelieved(headers)).toBe(false);
});
