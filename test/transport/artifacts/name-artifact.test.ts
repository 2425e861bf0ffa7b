import { expect, test } from 'vitest';
import { nameArtifact, readArtifactName } from '../../../src/transport/artifacts/name-artifact.ts';

test('an artifact is named for its suite, shard and attempt, counted from 1', () => {
  const shard = { index: 1, total: 4, attempt: 3 };
  expect(nameArtifact('sync', shard)).toBe('perigee-sync-shard-2-of-4-attempt-3');
  expect(readArtifactName('perigee-sync-shard-2-of-4-attempt-3', 'sync')).toEqual(shard);
});

test('suites that look alike once their names are safe do not share artifacts', () => {
  const shard = { index: 0, total: 1, attempt: 1 };
  const names = ['a/b', 'a b', 'a-b', 'a:b', 'ä', 'ö'].map((suite) => nameArtifact(suite, shard));
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[A-Za-z0-9._-]+$/);
});

test('the longest suite name leaves an artifact name that GitHub takes', () => {
  const name = nameArtifact('s'.repeat(200), { index: 255, total: 256, attempt: 99 });
  expect(name.length).toBeLessThan(128);
  expect(readArtifactName(name, 's'.repeat(200))).toEqual({ index: 255, total: 256, attempt: 99 });
});

test.each([
  'perigee-other-shard-1-of-2-attempt-1',
  'perigee-sync-shard-0-of-2-attempt-1',
  'perigee-sync-shard-1-of-2-attempt-1 ',
  'perigee-sync-shard-01-of-2-attempt-1',
  'perigee-sync-shard-1-of-2-attempt-1-of-2-attempt-1',
  'coverage',
])('%j is no artifact of the suite', (name) => {
  expect(readArtifactName(name, 'sync')).toBeUndefined();
});
