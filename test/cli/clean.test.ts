import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeRepository, type UserRepository } from './repository.ts';

let repository: UserRepository;
let runs: string;
beforeEach(() => {
  repository = makeRepository();
  runs = join(repository.root, '.perigee', 'runs');
  for (let day = 1; day <= 8; day += 1) {
    const folder = join(runs, `2026010${day}-120000-0000000a`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'run.json'), 'x'.repeat(100_000));
    const at = new Date(Date.UTC(2026, 0, day));
    utimesSync(folder, at, at);
  }
});
afterEach(() => {
  repository.remove();
});

test('clean keeps the newest five, and says first what it would delete', async () => {
  const dry = await repository.perigee('clean', '--dry-run');
  expect(dry.stdout).toContain('would delete .perigee/runs/20260103-120000-0000000a (run, ');
  expect(dry.stdout).toMatch(/\nwould free \S+ \w+; the newest 5 runs stay\n$/);
  expect(readdirSync(runs)).toHaveLength(8);
  const { exitCode, stdout } = await repository.perigee('clean');
  expect(stdout).toContain('delete .perigee/runs/20260101-120000-0000000a');
  expect(exitCode).toBe(0);
  expect(readdirSync(runs).sort()[0]).toBe('20260104-120000-0000000a');
  expect((await repository.perigee('clean')).stdout).toBe(
    'nothing to delete: the newest 5 runs stay\n',
  );
});

test('clean --keep 0 deletes all runs, and kept builds with them', async () => {
  mkdirSync(join(repository.root, '.perigee/builds/x'), { recursive: true });
  expect((await repository.perigee('clean', '--keep', '0')).exitCode).toBe(0);
  expect(readdirSync(runs)).toEqual([]);
  expect(existsSync(join(repository.root, '.perigee/builds'))).toBe(false);
});

test('a number of runs that is none is an error of usage', async () => {
  const { exitCode, stderr } = await repository.perigee('clean', '--keep', 'all');
  expect(stderr).toContain('expected a whole number from 0');
  expect(exitCode).toBe(2);
});
