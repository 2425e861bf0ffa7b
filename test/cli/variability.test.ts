import { atNight } from '../nightly.ts';
import { readTrials } from '../../src/cli/host-trials.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { parseDocument } from '../../src/contract/validate.ts';
import type { Variability } from '../../src/variability/measure-variability.ts';
import { draftSuite, draftWork, makeRepository, type UserRepository } from './repository.ts';

let repository: UserRepository;
beforeEach(() => {
  repository = makeRepository();
  repository.write('work.sh', draftWork(5));
  repository.write('perigee.yml', draftSuite());
  repository.commit('Start');
});

const parse = (text: string): Variability => JSON.parse(text) as Variability;

test('one commit is measured round by round; its records are folded again, not with those of another', async () => {
  const { exitCode, stderr, stdout } = await repository.perigee(
    ...['variability', '--rounds', '2', '--runs', '3'],
  );
  expect(exitCode, stderr).toBe(0);
  expect(stderr).toContain('round 2 of 2');
  expect(stdout).toContain('6 runs of each test in 2 rounds');
  expect(stdout).toMatch(/^ {2}Latency +[\d,.]+ m?s .*%/m);
  expect(stdout).toContain('Too few runs to tell: 6');
  expect(stdout.split('\n').filter((line) => line.length > 100)).toEqual([]);
  expect(repository.git('worktree', 'list').trim().split('\n')).toHaveLength(1);

  const fold = ['variability', '--from', '.perigee/runs', '--format', 'json'];
  const folded = await repository.perigee(...fold);
  expect(folded.exitCode, folded.stderr).toBe(0);
  const commit = repository.git('rev-parse', 'HEAD').trim();
  expect(parse(folded.stdout)).toMatchObject({ commit, rounds: 2, runs: 6 });

  repository.write('work.sh', draftWork(6));
  repository.commit('Work more');
  await repository.perigee('variability', '--rounds', '1', '--runs', '2');
  const refused = await repository.perigee(...fold);
  expect(refused.exitCode).toBe(2);
  expect(refused.stderr).toContain('these records measured 2 commits');
});

atNight(
  'Ctrl-C shows what was measured until then, and says by its exit code that it is not all',
  async () => {
    const { exitCode, stdout } = await repository.perigeeStoppedAt(
      ...(['round 2 of 3', 'variability', '--rounds', '3', '--runs', '3'] as const),
    );
    expect(exitCode).toBe(3);
    expect(stdout).toMatch(/3 runs of each test|[45] runs of each test/);
  },
);

atNight('a single run is too few', async () => {
  const { exitCode, stderr } = await repository.perigee(
    ...['variability', '--rounds', '1', '--runs', '1'],
  );
  expect(exitCode).toBe(3);
  expect(stderr).toContain('fewer than two runs');
});

atNight('what may make runs more alike is tried pair by pair, and said in words', async () => {
  const { exitCode, stderr, stdout } = await repository.perigee(
    ...['variability', '--rounds', '1', '--runs', '5', '--try', 'cpus', 'temporaryFiles'],
  );
  expect(exitCode, stderr).toBe(0);
  expect(stdout).toMatch(/^one CPU \(cpus: one\); /m);
  expect(stdout).toMatch(
    /^ {2}keep busy › whole test, Latency: varies by .*% → .*: (it helps|it makes|no difference)/m,
  );
  expect(stdout).toMatch(/^Of \d+ tried, (none was shown to make|\d made) runs more alike[:;]? /m);
  expect(readTrials(repository.root).map(({ setting }) => setting)).toContain('cpus: one');
});

atNight(
  'with --profile the record holds the functions of each run, and which program ran beside it',
  async () => {
    // Long enough for many samples, in a function of its own.
    const hash = 'for (let i = 1; i <= 3e7; i += 1) sum = (sum * 31 + i) | 0;';
    repository.write('perigee.yml', draftSuite().replace('sh, work.sh', 'node, work.mjs'));
    repository.write(
      'work.mjs',
      `let sum = 0;\nfunction hash() {\n  ${hash}\n}\nhash();\nhash();\n`,
    );
    repository.commit('Hash');
    const { exitCode, stderr, stdout } = await repository.perigee(
      ...['variability', '--profile', '--rounds', '1', '--runs', '2'],
    );
    expect(exitCode, stderr).toBe(0);
    expect(stdout).toMatch(/Which code varies\n {2}Too few runs to tell: 2/);
    const runs = join(repository.root, '.perigee/runs');
    const [id = ''] = readdirSync(runs).filter((name) => !name.endsWith('.owner'));
    const text = readFileSync(join(runs, id, 'run-record.json'), 'utf8');
    const { profiles } = parseDocument('run-record', text, 'record');
    for (const { functions = [], neighbours } of profiles) {
      expect(functions.map(({ name }) => name).join()).toMatch(/\(work\.mjs:\d+\)/);
      expect(neighbours).toBeDefined();
    }
  },
);

test('options that do not go together, and an unknown key of host, are refused with a remedy', async () => {
  const narrowed = 'which commit and which tests they measured';
  const refusals: [string[], string | RegExp][] = [
    [['--try', 'main'], /"main" is not a key of host[^]*some of cpus, .*stop/],
    [['--write'], '--try --write'],
    [['--profile', '--try'], '--profile without --from and --try'],
    [['--try', '--from', 'x'], '--try without --from, --output and --format html'],
    [['HEAD', '--from', 'x'], narrowed],
    [['--test', 'keep busy', '--from', 'x'], narrowed],
  ];
  for (const [args, told] of refusals) {
    const { exitCode, stderr } = await repository.perigee('variability', ...args);
    expect([args, exitCode]).toEqual([args, 2]);
    expect(stderr).toMatch(told);
  }
});
