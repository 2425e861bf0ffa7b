import { expect, test } from 'vitest';
import { limits } from '../../../src/profile/spans/annotation-rules.ts';
import { BadMessage, parseMessage } from '../../../src/profile/spans/parse-message.ts';

const end = (count: number): string => {
  const entries = Array.from({ length: count }, (_, place) => [`key${place}`, place] as const);
  const annotations = Object.fromEntries(entries);
  return JSON.stringify({ op: 'end', id: 1, latencyNs: 5, annotations });
};

test('a span has as many annotations as the limit says, and no more', () => {
  const most = limits.annotationsPerSpan;
  expect(parseMessage(end(most))).toMatchObject({ op: 'end', latencyNs: 5 });
  expect(() => parseMessage(end(most + 1))).toThrow(BadMessage);
});
