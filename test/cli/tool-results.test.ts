/** A benchmark's own tool measures, and Perigee judges what it says. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { atNight } from '../nightly.ts';
import { makeRepository, type UserRepository } from './repository.ts';

let repository: UserRepository;
beforeEach(() => {
  repository = makeRepository();
});
afterEach(() => {
  repository.remove();
});

const suite = (results: string) => `version: 1
suite: tools
repeats: 5
maxRepeats: 5
warmup: 0
tests:
  - name: bench
    command: [node, bench.mjs]
    results: ${results}
thresholds:
  rules:
    - { match: { metric: latency }, worse: 900%, action: warn }
    - { match: { metric: cpu.total }, worse: 900%, action: warn }
    - { match: { metric: memory.peak }, worse: 900%, action: warn }
`;

/** As the tool would print it: two benchmarks, one of which gets slower. */
const bench = (sortNs: number) => `const noise = () => Math.round(Math.random() * 5);
const text = \`BenchmarkSort/n=100-2 1000 \${${sortNs} + noise()} ns/op\\nBenchmarkJoin-2 1000 \${2000 + noise()} ns/op\\nPASS\\n\`;
console.log(text);
`;

atNight(
  'a benchmark that gets three times slower turns red, with its name and parameters',
  async () => {
    repository.write('perigee.yml', suite('{ format: go }'));
    repository.write('bench.mjs', bench(1000));
    repository.commit('Begin');
    repository.write('bench.mjs', bench(3000));
    repository.commit('Slow down');
    const { exitCode, stdout } = await repository.perigee('compare', 'HEAD~1', 'HEAD');
    expect(exitCode, stdout).toBe(1);
    const [headline = '', , , name, row] = stdout.trim().split('\n');
    expect(headline).toMatch(/^✗ bench › Sort.*: 1 µs → 3 µs/);
    expect(name).toContain('n=100 procs=2');
    expect(row).toContain('1 µs');
    expect(headline).not.toContain('Join');
  },
);

test('results that are missing, stale or cut off fail the test, with the line', async () => {
  repository.write('perigee.yml', suite('{ file: out.json, format: vitest }'));
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

atNight('auto says what it found', async () => {
  repository.write('perigee.yml', suite('{}'));
  repository.write('bench.mjs', bench(1000));
  repository.commit('Begin');
  repository.write('notes.txt', '');
  repository.commit('Change nothing');
  const { stdout } = await repository.perigee(
    ...['compare', 'HEAD~1', 'HEAD', '--affected', 'all', '--verbose'],
  );
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
    'its output was read as go; write format: go to keep it so',
  );
});
