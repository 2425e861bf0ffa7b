import { expect, test } from 'vitest';
import { readUntouchedShards, writeUntouchedShards } from '../../src/contract/untouched-shards.ts';

const plan = '0123456789abcdef'.repeat(4);

test('what is written into a check is read again, wherever it stands', () => {
  const said = { plan, shards: [0, 2, 11] };
  expect(readUntouchedShards(`Words.\n\n${writeUntouchedShards(said)}\nMore.`)).toEqual(said);
});

test('a name of a test that looks like it says nothing, and of several lines the last one counts', () => {
  const forged = writeUntouchedShards({ plan, shards: [0, 1, 2] });
  const said = { plan, shards: [2] };
  const named = `- The test \`${forged}\` broke.\n  ${forged} and more\n`;
  expect(readUntouchedShards(named)).toBeUndefined();
  expect(readUntouchedShards(`${named}\n${writeUntouchedShards(said)}\n`)).toEqual(said);
  expect(readUntouchedShards(`${forged}\n${writeUntouchedShards(said)}\r\nMore.`)).toEqual(said);
});

test.each([
  '',
  'no such line',
  `<!-- perigee untouched shards  of plan ${plan} -->`,
  `<!-- perigee untouched shards 1,,2 of plan ${plan} -->`,
  `<!-- perigee untouched shards 99999 of plan ${plan} -->`,
  `<!-- perigee untouched shards 1 of plan ${plan.slice(1)} -->`,
])('anything else says nothing: %s', (summary) => {
  expect(readUntouchedShards(summary)).toBeUndefined();
});
