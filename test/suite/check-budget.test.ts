import { expect, test } from 'vitest';
import { parseSuite } from '../../src/suite/parse-suite.ts';

const suiteWith = (budget: string) =>
  parseSuite(
    `version: 1\nsuite: s\ntests: [{ name: t, command: [a] }]\nbudget: ${budget}\n`,
    'perigee.yml',
  );

test('a budget is read as shares, and warns unless it says more', () => {
  expect(suiteWith('{ release: 5%, year: 20% }').budget).toEqual({
    ...{ release: 0.05, year: 0.2, action: 'warn' },
  });
  expect(suiteWith('{ year: 7%, action: block }').budget).toEqual({ year: 0.07, action: 'block' });
});

test('a budget without a limit is refused', () => {
  expect(() => suiteWith('{ action: block }')).toThrow(/perigee.yml:4:9: .*without a limit/);
});

test.each(['0%', '2000%'])('a limit of %s is refused', (limit) => {
  expect(() => suiteWith(`{ release: ${limit} }`)).toThrow(/perigee.yml:4:20: .*no budget/);
});
