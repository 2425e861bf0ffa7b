import { expect, test } from 'vitest';
import { hasExpectLabel } from '../../../action/src/trigger.ts';

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
  ['labels without a name, or with one of two lines', withLabels({}, { name: `${wanted.name}\n` })],
])('an event with %s does not', (_what, payload) => {
  expect(hasExpectLabel(payload)).toBe(false);
});
