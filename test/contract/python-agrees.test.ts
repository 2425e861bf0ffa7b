import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { kinds, listExamples, readExample, readPlaces } from './corpus.ts';

type Judgement = string[] | null;

const judge = fileURLToPath(new URL('judge.py', import.meta.url));
const sides = ['valid', 'invalid'] as const;
const texts = kinds.map((kind) => {
  const all = sides.flatMap((side) =>
    listExamples(kind, side).map(
      (name) => [`${side} ${name}`, readExample(kind, side, name)] as const,
    ),
  );
  return [kind, Object.fromEntries<string>(all)] as const;
});
const judged = JSON.parse(
  execFileSync('python3', [judge], {
    ...{ encoding: 'utf8', maxBuffer: 1 << 26 },
    input: JSON.stringify(Object.fromEntries(texts)),
  }),
) as Record<string, Record<string, Judgement | undefined>>;

describe.each(kinds)('Python judges the examples of %s as TypeScript does', (kind) => {
  test.each(listExamples(kind, 'valid'))('%s is valid', (name) => {
    expect(judged[kind]?.[`valid ${name}`]).toEqual([]);
  });

  test.each(Object.entries(readPlaces(kind)))('%s is invalid at %s', (name, place) => {
    const places = judged[kind]?.[`invalid ${name}`];
    if (place === null) expect(places).toBeNull();
    else expect(places).toContain(place);
  });
});
