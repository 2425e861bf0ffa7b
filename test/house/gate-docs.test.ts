import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseSuite } from '../../src/suite/parse-suite.ts';
import { rows } from '../gate/state-rows.ts';

const text = readFileSync(new URL('../../docs/gate.md', import.meta.url), 'utf8');
const suite = 'version: 1\nsuite: s\ntests: [{ name: t, command: [go] }]\n';

test.each(rows)('the table of states says what happens to %s', (...row) => {
  const [, , state, pullRequest, mergeGroup, push] = row;
  const cells = text
    .split('\n')
    .find((line) => line.startsWith(`| \`${state}\``))
    ?.split('|');
  for (const told of [pullRequest, mergeGroup]) expect(cells?.[3]).toContain(`\`${told}\``);
  expect(cells?.[4]).toContain(`\`${push}\``);
});

test('the table has no state that is not tested', () => {
  const states = [...text.matchAll(/^\| `([a-z-]+)` +\|/gm)].map(([, state]) => state);
  expect(new Set(states)).toEqual(new Set(rows.map(([, , state]) => state)));
});

test('every example of perigee.yml loads', () => {
  const examples = [...text.matchAll(/```yaml\n([^]*?)```/g)].map(([, example]) => example ?? '');
  expect(examples).toHaveLength(4);
  for (const example of examples) {
    expect(parseSuite(`${suite}${example}`, 'perigee.yml').gate.ignore).toBeDefined();
  }
});
