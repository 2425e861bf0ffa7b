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

const suite = `version: 1
suite: numbers
setup: [[node, setup.mjs]]
repeats: 4
maxRepeats: 4
warmup: 0
tests:
  - { name: serve, command: [node, bench.mjs], affected: always }
thresholds:
  rules:
    - { match: { metric: latency }, worse: 900%, action: warn }
    - { match: { metric: 'cpu.*' }, worse: 900%, action: warn }
    - { match: { metric: memory.peak }, worse: 900%, action: warn }
`;
/** Queries are counted: what the machine does beside the test explains no change of them. */
const bench = `import { profile, record } from 'perigee';
import { queries } from './queries.mjs';
await profile('requests', () => record('queries', queries + Math.random(), { unit: 'queries' }));
`;

interface Change {
  queries?: number;
  setup?: string;
  bench?: string;
}

/** @returns the ids of the commits, the good one first */
function commitAll(changes: readonly Change[], text = suite): string[] {
  repository.write('perigee.yml', text);
  return changes.map(({ queries = 1000, setup = '', bench: own = bench }, number) => {
    repository.write('queries.mjs', `export const queries = ${queries};\n// ${number}\n`);
    repository.write('setup.mjs', setup);
    repository.write('bench.mjs', own);
    repository.commit(`Change ${number}`);
    return repository.git('rev-parse', 'HEAD').trim();
  });
}

const fast: Change = {};
const slow: Change = { queries: 1300 };
const broken: Change = { setup: 'process.exit(1);' };

atNight(
  'the commit that made it slower is named with its size, and asking again measures nothing',
  async () => {
    const ids = commitAll([fast, fast, slow, slow]);
    const { exitCode, stderr, stdout } = await repository.perigee('bisect', ids[0]!);
    expect(exitCode, stderr + stdout).toBe(0);
    expect(stderr).toMatch(/3 commits; serve › requests, queries: \+(29|30)\.\d% between the ends/);
    expect(stdout).toMatch(
      /The change came with\n  [0-9a-f]{12} Change 2 \(A, \d{4}-\d\d-\d\d\)\n/,
    );
    expect(stdout).toContain(ids[2]!.slice(0, 12));
    expect(stdout).toMatch(/queries: \+(29|30)\.\d% \(\+\d\d\.\d% to \+\d\d\.\d%\) against/);
    expect(stdout).toMatch(/Page: {2}\/.*report\.html/);
    const again = await repository.perigee('bisect', ids[0]!, '--format', 'json');
    expect(again.stderr).toMatch(/\d comparisons of earlier runs are used again/);
    expect(again.stderr).not.toContain('warm-up');
    expect(again.stderr).not.toContain('pair 1');
    const comment = await repository.perigee('bisect', ids[0]!, '--format', 'markdown');
    expect(comment.stdout).toContain(`### 🔎 Found: ${ids[2]!.slice(0, 12)}`);
    expect(comment.stdout).toMatch(/- [0-9a-f]{40} `Change 2` by `A`, \d{4}-\d\d-\d\d\n/);
    expect(comment.stdout).toMatch(
      /`serve › requests`, queries: \*\*\+(29|30)\.\d%\*\* \(\+\d\d\.\d% to/i,
    );
    const { isFound, suspects } = JSON.parse(again.stdout) as {
      isFound: boolean;
      suspects: unknown;
    };
    expect({ isFound, suspects }).toMatchObject({ isFound: true, suspects: [{ commit: ids[2] }] });
  },
);

atNight('a search that was stopped goes on where it was', async () => {
  const ids = commitAll([fast, fast, slow]);
  const stopped = await repository.perigeeStoppedAt('between the ends', 'bisect', ids[0]!);
  expect(stopped.exitCode).toBe(3);
  expect(stopped.stderr).toContain('give the same command again');
  const { exitCode, stderr, stdout } = await repository.perigee('bisect', ids[0]!);
  expect(stderr).toContain('1 comparison of earlier runs is used again');
  expect(stdout).toContain('Change 2');
  expect(exitCode).toBe(0);
});

atNight(
  'commits that do not build or fail are left out, and suspects that nothing tells apart are all named',
  async () => {
    const failing: Change = { bench: 'process.exit(1);' };
    const ids = commitAll([fast, broken, failing, slow]);
    const { exitCode, stderr, stdout } = await repository.perigee('bisect', ids[0]!);
    expect(exitCode, stderr + stdout).toBe(0);
    const why = 'left out, because it cannot be measured:';
    expect(stderr).toMatch(new RegExp(`Change 1: ${why} .*setup`));
    expect(stderr).toMatch(new RegExp(`Change 2: ${why} the test failed \\d times`));
    expect(stdout).toContain('The change came with one of 3 commits');
    for (const number of [1, 2, 3]) expect(stdout).toContain(`Change ${number} (A,`);
  },
);

atNight(
  'where two commits changed it, the one that is found says that there is another',
  async () => {
    const ids = commitAll([fast, { queries: 1150 }, { queries: 1150 }, slow]);
    const { stdout } = await repository.perigee('bisect', ids[0]!);
    expect(stdout).toMatch(/Change [13] \(A/);
    expect(stdout).toContain('This is only a part of +');
  },
);

atNight(
  'where nothing regressed there is nothing to look for, and another series can be followed by its name',
  async () => {
    const ids = commitAll([fast, fast, { queries: 700 }]);
    const nothing = await repository.perigee('bisect', ids[0]!);
    expect(nothing.exitCode).toBe(4);
    expect(nothing.stderr).toContain('Nothing regressed');
    expect(nothing.stderr).toContain('to follow another one, name it with --metric');
    const { exitCode, stdout } = await repository.perigee(
      ...['bisect', ids[0]!, '--metric', 'queries'],
    );
    expect(stdout).toContain('Change 2');
    expect(exitCode).toBe(0);
    const unknown = await repository.perigee('bisect', ids[0]!, '--metric', 'queriess');
    expect(unknown.stderr).toContain('did you mean "queries"?');
    expect(unknown.exitCode).toBe(2);
  },
);

/** Varies by 3%, evenly and without chance: the n-th run of a checkout says the same each time. */
const even = `import { profile, record } from 'perigee';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { queries } from './queries.mjs';
const n = existsSync('count') ? Number(readFileSync('count', 'utf8')) : 0;
writeFileSync('count', String(n + 1));
const share = (n * 0.618 + queries * 0.37) % 1;
await profile('requests', () => record('queries', queries * (1 + 0.03 * share), { unit: 'queries' }));
`;

test('a change that lies just within its limit is found, though the rule never decides it', async () => {
  const allowed = `${suite}metrics:\n  queries: { unit: queries, worse: 30% }\n`;
  const counts = [1000, 1298];
  const ids = commitAll(
    counts.map((queries) => ({ queries, bench: even })),
    allowed,
  );
  const { exitCode, stderr, stdout } = await repository.perigee(
    ...['bisect', ids[0]!, '--metric', 'queries'],
  );
  expect(stdout, stderr).toContain('The change came with');
  expect(stdout).toContain('Change 1');
  expect(exitCode).toBe(0);
  const { stdout: last } = await repository.perigee('report', '--format', 'json');
  const { series } = JSON.parse(last) as { series: { metric: string; state: string }[] };
  expect(series.find(({ metric }) => metric === 'queries')?.state).toBe('undecided');
});

test('two revisions in the wrong order are refused, with the commit where they part', async () => {
  const ids = commitAll([fast, slow]);
  const { exitCode, stderr } = await repository.perigee('bisect', 'main', ids[0]!);
  expect(exitCode).toBe(2);
  expect(stderr).toContain('does not come before');
  expect(stderr).toContain('git merge-base');
});
