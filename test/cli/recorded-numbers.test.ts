/** Numbers that a test or its tool records are judged like all others, from the call to the exit code. */
import { beforeEach, expect, test } from 'vitest';
import { makeRepository, type UserRepository } from './repository.ts';

let repository: UserRepository;
beforeEach(() => (repository = makeRepository()));

const suite = (more = '') => `version: 1
suite: numbers
repeats: 5
maxRepeats: 5
warmup: 0
tests:
  - { name: serve, command: [node, bench.mjs]${more} }
thresholds:
  rules:
    - { match: { metric: latency }, worse: 900%, action: warn }
    - { match: { metric: cpu.total }, worse: 900%, action: warn }
    - { match: { metric: memory.peak }, worse: 900%, action: warn }
`;

test('a throughput that falls turns red', async () => {
  const bench = (speed: number): string => `import { profile, record } from 'perigee';
await profile('requests', () => record('throughput', ${speed} + Math.random() / 4, { unit: 'ops/s' }));
`;
  repository.write('perigee.yml', suite());
  repository.write('bench.mjs', bench(1000));
  repository.commit('Begin');
  repository.write('bench.mjs', bench(700));
  repository.commit('Slow down');
  const slower = await repository.perigee('compare', 'HEAD~1', 'HEAD');
  expect(slower.exitCode, slower.stdout).toBe(1);
  expect(slower.stdout).toMatch(/✗ serve › requests: throughput is (2[89]|3[012])\.\d% lower/);
  expect(slower.stdout).toMatch(/throughput ✗ +1,000 ops\/s +700 ops\/s +-3\d\.\d%/);
});

test('results that are missing, stale or cut off fail the test, with the line', async () => {
  repository.write('perigee.yml', suite(', results: { file: out.json, format: vitest }'));
  repository.write('out.json', '{"files": []}');
  repository.write('bench.mjs', '');
  repository.commit('Begin');
  repository.write(
    'bench.mjs',
    `import { writeFileSync } from 'node:fs'; writeFileSync('out.json', '{"files": [');`,
  );
  repository.commit('Write half of it');
  const { exitCode, stdout } = await repository.perigee('compare', 'HEAD~1', 'HEAD');
  expect(exitCode, stdout).toBe(3);
  const words = stdout.replaceAll(/\s+/g, ' ');
  expect(words).toContain(
    'its results could not be read: out.json: the test passed and did not write it',
  );
  expect(words).toContain('out.json: line 1: not JSON from here on: it was cut off');
});
