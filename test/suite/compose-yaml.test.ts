import { expect, test } from 'vitest';
import { catchUserError } from '../contract/catch-user-error.ts';
import { parseSuite } from '../../src/suite/parse-suite.ts';

test('a file of more words and marks than the parser has memory for is refused before it is read', () => {
  const { facts } = catchUserError(() => parseSuite(`x: [${'1,'.repeat(800_000)}]`, 'perigee.yml'));
  expect(facts.seen).toBe('more than 1,500,000 words and marks');
});
