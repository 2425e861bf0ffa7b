import { beforeEach, expect, test } from 'vitest';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunRecord } from '../../src/contract/documents.ts';
import { draftSuite, draftWrites, makeRepository, type UserRepository } from './repository.ts';

let repository: UserRepository;
beforeEach(() => {
  repository = makeRepository();
  repository.write('work.sh', draftWrites(100));
  const suite = draftSuite({ metric: 'disk.writes' });
  repository.write('perigee.yml', suite.replace(/^(repeats|maxRepeats): .*\n/gm, ''));
  repository.commit('Start');
});

function readRecord(): RunRecord {
  const runs = join(repository.root, '.perigee/runs');
  const [id = ''] = readdirSync(runs);
  return JSON.parse(readFileSync(join(runs, id, 'run-record.json'), 'utf8')) as RunRecord;
}

test('a command says what its time buys, and its first regression that blocks ends it when it is to fail fast', async () => {
  repository.write('work.sh', draftWrites(2000));
  const options = ['--fail-fast', '--affected', 'all', '--time', '10m'];
  const { exitCode, stderr, stdout } = await repository.perigee('patch', ...options);
  expect(stderr).toMatch(
    /^regressed already: keep busy › whole test, \S.* (\+|more than tenfold)/m,
  );
  expect(stderr).toMatch(/^1 test of about .*: .* buy the 100 pairs that a test gets at most$/m);
  expect(stderr).toMatch(/^measured for .*: \d+ pairs of each test$/m);
  expect(exitCode).toBe(1);
  const { plan, problems, profiles, status } = readRecord();
  expect(plan).toMatchObject({ repeats: 5, maxRepeats: 100, timeNs: 6e11 });
  expect(status).toBe('complete');
  expect(profiles.length).toBeLessThan(200);
  expect(problems.map(({ code }) => code)).toContain('ended-at-regression');
  const again =
    'perigee.mjs patch --affected all --time 600s --test "keep busy"` to measure the fix';
  for (const text of [stdout, (await repository.perigee('report')).stdout]) {
    expect(text.replaceAll(/\s+/g, ' ')).toContain(again);
  }
});

test('a time without a unit is refused, and so is another one for a run that is resumed', async () => {
  const refused = await repository.perigee('patch', '--time', '30');
  expect(refused.stderr).toContain('expected a time from 1s to 24h, e.g. 30s or 5m');
  expect(refused.exitCode).toBe(2);
  const resumed = await repository.perigee('patch', '--resume', '--time', '30s');
  expect(resumed.stderr).toContain('a run that is resumed keeps its time');
  expect(resumed.exitCode).toBe(2);
});

test('config check says for how long is measured, and what is built in', async () => {
  const { stdout } = await repository.perigee('config', 'check');
  expect(stdout).toContain(
    '1 test (0 nightly only), 5 to 100 pairs, 2 min, and 5 min in a job of a CI (built-in: time is not set)\n',
  );
  expect(stdout).toContain(
    '  built-in  for what no other rule fits, 25 rules: --verbose lists them\n',
  );
  expect((await repository.perigee('config', 'check', '--verbose')).stdout).toContain(
    '  built-in  metric "cpu.total": more than 10% and 10 ms worse blocks\n',
  );
  const written = readFileSync(join(repository.root, 'perigee.yml'), 'utf8');
  repository.write('perigee.yml', `time: 90s\n${written}`);
  const timed = await repository.perigee('config', 'check');
  expect(timed.stdout).toContain('5 to 100 pairs, 90 s\n');
  repository.write('perigee.yml', `maxRepeats: 9\n${written}`);
  const counted = await repository.perigee('config', 'check');
  expect(counted.stdout).toContain('5 to 9 pairs, without a limit of time');
});
