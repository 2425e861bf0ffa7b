import { expect, test } from 'vitest';
import { seriesKey } from '../../src/contract/series-key.ts';
import { collectSeries, collectTests } from '../../src/gate/collect-words.ts';
import { broken, makeAttempt, passing, series } from './make-facts.ts';

const shardOf = new Map([['a', 0]]);

test('a series is known as its newest attempt has it, measured again or not', () => {
  const [first, second] = [series('regressed'), series('regressed', { ratio: 1.4 })];
  for (const anew of [[0], [1]]) {
    const attempts = [makeAttempt(1, [first]), makeAttempt(2, [second], { anew })];
    expect(collectSeries(attempts, shardOf).get(seriesKey(first))?.newest).toBe(second);
  }
});

test('a test that ran nowhere after the change says nothing', () => {
  const idle = { ...passing('a'), after: { ...passing('a').after, passed: 0 } };
  const wordOf = (outcome: typeof idle): string | undefined => {
    const attempt = makeAttempt(1, [series('not-regressed')], { tests: [outcome] });
    return collectTests([attempt], shardOf).get('a')?.measurements[0]?.word;
  };
  expect(wordOf(idle)).toBeUndefined();
  expect(wordOf(passing('a'))).toBe('otherwise');
  expect(wordOf(broken('a'))).toBe('regressed');
});
