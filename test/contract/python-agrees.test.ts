import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { kinds, listExamples, readPlaces } from './corpus.ts';

type Judgement = string[] | null;

const judge = fileURLToPath(new URL('judge.py', import.meta.url));
const judged = JSON.parse(
  execFileSync('python3', [judge], { encoding: 'utf8', maxBuffer: 1 << 26 }),
) as Record<string, Judgement | undefined>;

describe.each(kinds)('Python judges the examples of %s as TypeScript does', (kind) => {
  test.each(listExamples(kind, 'valid'))('%s is valid', (file) => {
    expect(judged[`${kind}/valid/${file}`]).toEqual([]);
  });

  test.each(Object.entries(readPlaces(kind)))('%s is invalid at %s', (file, place) => {
    const places = judged[`${kind}/invalid/${file}`];
    if (place === null) expect(places).toBeNull();
    else expect(places).toContain(place);
  });
});
