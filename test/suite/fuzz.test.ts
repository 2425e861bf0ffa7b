import { expect, test } from 'vitest';
import { UserError } from '../../src/contract/user-error.ts';
import { parseSuite } from '../../src/suite/parse-suite.ts';
import { exampleText } from './example-suite.ts';

/** Marsaglia's 32-bit xorshift: enough to vary a text, and the same everywhere. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

const fragments = [
  ...['[', '{', ']', '}', ': ', '- ', '? ', '&a ', '*a ', '<<: ', '!!map ', '!x ', '|', '>', '%'],
  ...['\n', '\t', '\n  ', '---\n', '...\n', '"', "'", '#', '\u0000', '\u202e', '\ud800', '\ufeff'],
  ...['9'.repeat(400), '1e999', '-.inf', '.nan', '0x7fffffffffffffff', '~', 'null', '2026-99-99'],
  ...['__proto__: ', 'constructor: ', 'tests:\n', 'thresholds: ', 'worse: 5%', 'x'.repeat(2000)],
  ...['['.repeat(300), '{a: '.repeat(300), '- '.repeat(300), '\n' + ' '.repeat(500) + 'a:'],
];

function mutate(text: string, random: (below: number) => number): string {
  const at = random(text.length + 1);
  const length = random(40);
  switch (random(5)) {
    case 0:
      return text.slice(0, at);
    case 1:
      return text.slice(0, at) + text.slice(at + length);
    case 2:
      return text.slice(0, at) + String.fromCharCode(random(65_536)) + text.slice(at + 1);
    case 3:
      return text.slice(0, at) + text.slice(at, at + length).repeat(3) + text.slice(at + length);
    default:
      return text.slice(0, at) + (fragments[random(fragments.length)] ?? '') + text.slice(at);
  }
}

test.each([1, 2, 3, 4])(
  'a damaged file is read or refused, whatever the damage (seed %i)',
  (seed) => {
    const random = createRandom(seed);
    let refused = 0;
    for (let i = 0; i < 500; i++) {
      let text = exampleText;
      for (let damages = 1 + random(4); damages > 0; damages--) text = mutate(text, random);
      try {
        parseSuite(text, 'perigee.yml');
      } catch (error) {
        if (!(error instanceof UserError)) {
          throw new Error(`seed ${seed}, file ${i}: ${JSON.stringify(text)}`, { cause: error });
        }
        expect(error.facts.where).toMatch(/^perigee\.yml:\d+:\d+$/);
        refused++;
      }
    }
    expect(refused).toBeGreaterThan(250);
  },
);

test.each<[string, string]>([
  ['lists in lists', '['.repeat(200_000)],
  ['maps in maps', '{a: '.repeat(100_000)],
  ['keys in keys', '? '.repeat(100_000)],
  ['entries in entries', '- '.repeat(100_000)],
  ['anchors', Array.from({ length: 50_000 }, (_, i) => `a${i}: &a${i} 1\n`).join('')],
  ['unknown keys', Array.from({ length: 100_000 }, (_, i) => `k${i}: 1\n`).join('')],
  ['one key, again and again', 'a: 1\n'.repeat(100_000)],
  ['lines that are no YAML', '}]\n'.repeat(100_000)],
  ['one long line', 'version: '.repeat(100_000)],
  ['tests that are few enough for all errors', `tests: [${'1, '.repeat(19_000)}]`],
  ['tests that are none', `tests: [${'1, '.repeat(200_000)}]`],
])('a file of nothing but %s is refused', (_, text) => {
  expect(() => parseSuite(text, 'perigee.yml')).toThrow(UserError);
});
