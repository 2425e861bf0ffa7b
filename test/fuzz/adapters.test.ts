/** Whatever a tool leaves behind, each adapter reads numbers or says in one line what is wrong. */
import { expect, test } from 'vitest';
import { adapters } from '../../src/adapters/adapters.ts';
import { readResults } from '../../src/adapters/read-results.ts';
import type { Results } from '../../src/contract/execution.ts';
import { listSchemaErrors } from '../../src/contract/validate.ts';
import { createRandom } from '../../src/stats/random.ts';
import { recorded } from '../adapters/recorded.ts';

const seed = Number(process.env['PERIGEE_SEED'] ?? Math.floor(Math.random() * 2 ** 32));
const rounds = 3000;

test('adapters survive any text, and what they read fits into a record', () => {
  console.log(`seed ${seed}`);
  const random = createRandom(seed);
  const below = (count: number): number => Math.floor(random() * count);
  const pieces = [
    '\n',
    '{',
    ']',
    '"',
    ',',
    ':',
    '-1',
    '1e999',
    'NaN',
    '\u0000',
    '\u2028',
    '│',
    'x'.repeat(300),
    'null',
    '[[',
    '\\',
    'e',
    '9'.repeat(40),
  ];
  for (let round = 0; round < rounds; round += 1) {
    const { adapter, text } = recorded[below(recorded.length)] as (typeof recorded)[number];
    let mutated = text;
    for (let change = below(6); change >= 0; change -= 1) {
      const from = below(mutated.length + 1);
      const to = Math.min(mutated.length, from + below(40));
      const piece =
        random() < 0.5
          ? (pieces[below(pieces.length)] ?? '')
          : mutated.slice(below(mutated.length + 1)).slice(0, below(60));
      mutated = mutated.slice(0, from) + piece + mutated.slice(random() < 0.5 ? from : to);
    }
    if (random() < 0.1) mutated = mutated.slice(0, below(mutated.length));
    const other = adapters[below(adapters.length)]?.name ?? 'auto';
    for (const format of [adapter, 'auto', other]) check(readResults(mutated, format));
  }
});

function check(results: Results): void {
  if ('fault' in results) {
    expect(results.fault.length).toBeGreaterThan(0);
    return;
  }
  const { metrics, spans } = results;
  const profile = {
    ...{ schema: 'perigee/profile', version: 1, test: 't', side: 'after', repeat: 0, order: 0 },
    ...{ startedAt: '2026-11-22T06:00:00Z', durationNs: 1, outcome: { status: 'passed' } },
    ...{ metrics, spans, problems: [] },
  };
  expect(listSchemaErrors('profile', profile)).toEqual([]);
}
