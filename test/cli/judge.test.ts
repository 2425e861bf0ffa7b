import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { draftSuite, draftWrites, makeRepository, type UserRepository } from './repository.ts';

let repository: UserRepository;
beforeEach(() => {
  repository = makeRepository();
  repository.write('work.sh', draftWrites(300));
  repository.write('perigee.yml', draftSuite({ metric: 'disk.writes', worse: '9000%' }));
  repository.commit('Start');
  repository.write('work.sh', draftWrites(400));
});

const onlyRun = (): string => {
  const runs = join(repository.root, '.perigee', 'runs');
  return join(runs, readdirSync(runs)[0] ?? '');
};
const readKept = (): string => readFileSync(join(onlyRun(), 'verdict.json'), 'utf8');

test('a recorded run is judged again by the limits as they stand now, in every form', async () => {
  expect((await repository.perigee('patch')).exitCode).not.toBe(1);
  const kept = readKept();
  repository.write('perigee.yml', draftSuite({ metric: 'disk.writes', worse: '20%' }));

  const { exitCode, stdout } = await repository.perigee('judge');
  expect(stdout).toMatch(/^✗ /);
  expect(exitCode).toBe(1);
  expect((await repository.perigee('judge', '--fail-on', 'never')).exitCode).toBe(0);

  // A newer run of one commit, as `perigee variability` leaves it.
  const alone = join(repository.root, '.perigee/runs/99990101-000000-00000000');
  mkdirSync(alone);
  writeFileSync(join(alone, 'run-record.json'), '{}');
  expect((await repository.perigee('judge')).exitCode).toBe(1);

  const json = await repository.perigee('judge', basename(onlyRun()), '--format', 'json');
  expect(JSON.parse(json.stdout)).toMatchObject({ conclusion: 'regressed' });
  expect(json.exitCode).toBe(1);
  expect(readKept()).toBe(kept);

  // A suite of another file, whose rule that matches nothing is an error of usage.
  const rules = '    - { match: { span: nowhere }, worse: 5% }\n';
  repository.write('other.yml', draftSuite({ metric: 'disk.writes', worse: '9000%', rules }));
  const other = await repository.perigee('judge', '--config', 'other.yml');
  expect(other.stderr).toContain('a rule of perigee.yml matches nothing');
  expect(other.exitCode).toBe(2);
});

test('without a run there is nothing to judge, and it says what to do', async () => {
  const { exitCode, stderr } = await repository.perigee('judge');
  expect(stderr).toContain('measure first');
  expect(exitCode).toBe(2);
});
