import { readFileSync } from 'node:fs';
import { beforeEach, expect, test } from 'vitest';
import { atNight } from '../nightly.ts';
import { makeRepository, type UserRepository } from './repository.ts';

let repository: UserRepository;
beforeEach(() => (repository = makeRepository()));

/** Queries are counted: what the machine does beside the test explains no change of them. */
const suite = `version: 1
suite: numbers
setup: [[sh, setup.sh]]
repeats: 4
maxRepeats: 4
warmup: 0
tests:
  - { name: serve, command: [sh, bench.sh], affected: always, results: { format: customSmallerIsBetter } }
thresholds:
  rules:
    - { match: { metric: latency }, worse: 900%, action: warn }
    - { match: { metric: 'cpu.*' }, worse: 900%, action: warn }
    - { match: { metric: memory.peak }, worse: 900%, action: warn }
`;

interface Change {
  queries?: number;
  setup?: string;
  bench?: string;
}

/** @returns the ids of the commits, the good one first */
function commitAll(...changes: Change[]): string[] {
  repository.write('perigee.yml', suite);
  return changes.map(({ queries = 1000, setup = '', bench = 'cat queries.json' }, number) => {
    const result = { name: 'requests', unit: 'queries', value: queries };
    repository.write('queries.json', JSON.stringify([result]));
    repository.write('setup.sh', `${setup}\n# ${number}\n`);
    repository.write('bench.sh', bench);
    repository.commit(`Change ${number}`);
    return repository.git('rev-parse', 'HEAD').trim();
  });
}

const fast: Change = {};
const slow: Change = { queries: 1300 };

atNight(
  'a search that was stopped goes on where it was, and names the commit with its size',
  async () => {
    const ids = commitAll(fast, fast, slow, slow);
    const stopped = await repository.perigeeStoppedAt('between the ends', 'bisect', ids[0]!);
    expect(stopped.exitCode).toBe(3);
    expect(stopped.stderr).toContain('give the same command again');
    const { exitCode, stderr, stdout } = await repository.perigee('bisect', ids[0]!);
    expect(exitCode, stderr + stdout).toBe(0);
    expect(stderr).toContain('3 commits; serve › requests, queries: +30.0% between the ends');
    expect(stderr).toContain('used again: 1 comparison of earlier runs');
    expect(stdout).toMatch(
      /The change came with\n {2}[0-9a-f]{12} Change 2 \(A, \d{4}-\d\d-\d\d\)\n/,
    );
    const [, page = ''] = /Page: {2}(\/.*report\.html)/.exec(stdout) ?? [];
    const base = `patch --base ${ids[1]?.slice(0, 12)} --test`;
    expect(stdout).toContain(`${base} serve   # measures a fix\n`);
    expect(readFileSync(page, 'utf8')).toContain(`${base} &quot;serve&quot;`);
    const again = await repository.perigee('bisect', ids[0]!, '--format', 'json');
    expect(again.stderr).toContain('comparisons of earlier runs');
    expect(again.stderr).not.toContain('pair 1');
    expect(JSON.parse(again.stdout)).toMatchObject({
      isFound: true,
      suspects: [{ commit: ids[2] }],
      before: ids[1],
    });
  },
);

atNight(
  'commits that do not build or fail are left out, and suspects that nothing tells apart are all named',
  async () => {
    const ids = commitAll(fast, { setup: 'exit 1' }, { bench: 'exit 1' }, slow);
    const { exitCode, stderr, stdout } = await repository.perigee(
      ...['bisect', ids[0]!, '--format', 'markdown'],
    );
    expect(exitCode, stderr + stdout).toBe(0);
    const why = 'left out, because it cannot be measured:';
    expect(stderr).toMatch(new RegExp(`Change 1: ${why} .*setup`));
    expect(stderr).toMatch(new RegExp(`Change 2: ${why} the test failed \\d times`));
    expect(stdout).toMatch(/^### 🔎 Found: one of 3 commits\n/);
    for (const number of [1, 2, 3]) expect(stdout).toContain(`Change ${number} (A,`);
  },
);

test('where nothing regressed there is nothing to look for, and another series can be followed by its name', async () => {
  const ids = commitAll(fast, { queries: 700 });
  const nothing = await repository.perigee('bisect', ids[0]!);
  expect(nothing.exitCode).toBe(4);
  expect(nothing.stderr).toContain('to follow another one, name it with --metric');
  const named = await repository.perigee('bisect', ids[0]!, '--metric', 'queries');
  expect(named.stdout).toContain('Change 1');
  expect(named.stdout).toContain(` patch --base ${ids[0]?.slice(0, 12)} --test serve   # measures`);
  expect(named.exitCode).toBe(0);
});
