import { expect, test } from 'vitest';
import { UserError } from '../../src/contract/user-error.ts';
import { parseDocument } from '../../src/contract/validate.ts';
import { kinds, listExamples, readExample } from './corpus.ts';

const seed = Number(process.env['PERIGEE_FUZZ_SEED'] ?? 20_261_121);
const rounds = Number(process.env['PERIGEE_FUZZ_ROUNDS'] ?? 300);

const hostile = [
  '\0',
  '\u001b[2J',
  '"',
  '\\',
  '[',
  ']',
  '{',
  '}',
  ',',
  '1e999',
  'NaN',
  '-',
  '\ud800',
];
const words = ['__proto__', 'constructor', 'toString', 'null', 'true', '1e308', '""', '[[[[', '٣'];

test(`damaged documents are accepted or refused in words, never worse (seed ${seed})`, () => {
  const random = startGenerator(seed);
  let refused = 0;
  for (const kind of kinds) {
    const texts = listExamples(kind, 'valid').map((file) => readExample(kind, 'valid', file));
    for (let round = 0; round < rounds; round++) {
      const text = damage(texts[random(texts.length)] ?? '', random);
      try {
        parseDocument(kind, text, 'fuzz');
      } catch (error) {
        refused += 1;
        if (!(error instanceof UserError))
          throw new Error(`seed ${seed}: ${text}`, { cause: error });
        expect(error.message.length).toBeLessThan(10_000);
      }
    }
  }
  expect(refused).toBeGreaterThan(rounds);
});

/** A few bytes changed, dropped, doubled or put in. */
function damage(text: string, random: (below: number) => number): string {
  let damaged = text;
  for (let i = 0; i <= random(3); i++) {
    const at = random(damaged.length + 1);
    const to = at + random(12);
    const pieces = [
      '',
      hostile[random(hostile.length)] ?? '',
      words[random(words.length)] ?? '',
      damaged.slice(at, to).repeat(2),
      String.fromCharCode(random(0x10000)),
    ];
    damaged = damaged.slice(0, at) + (pieces[random(pieces.length)] ?? '') + damaged.slice(to);
  }
  return damaged;
}

/** Marsaglia's xorshift of 32 bits; whole numbers from 0 to below the limit. */
function startGenerator(start: number): (below: number) => number {
  let state = start | 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}
