/** A repository in which init found nothing to measure: what passes there says nothing, and is not silent about it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import { atNight as test } from '../nightly.ts';
import { startPerigee } from './bot/start-perigee.ts';
import { makeRepository, type UserRepository } from './repository.ts';

let repository: UserRepository;
beforeEach(() => {
  repository = makeRepository();
  repository.write('notes.txt', '');
  repository.commit('Begin');
});
afterEach(() => {
  repository.remove();
});

const perigee = (...args: string[]) => startPerigee(repository.root, args).ended;
const words = /replace me.*\bonly sleeps, as perigee init wrote it, and\s+measures\s+nothing/s;

test('the test that init makes up is told by config check, and by the report of a run', async () => {
  expect((await perigee('init')).status).toBe(0);
  const suite = readFileSync(join(repository.root, 'perigee.yml'), 'utf8');
  const short = suite.replace('repeats: 5', 'repeats: 1').replace('# time: 5m', 'maxRepeats: 1');
  repository.write('perigee.yml', short);
  repository.commit('Add Perigee');
  const checked = await perigee('config', 'check');
  expect(checked).toMatchObject({ status: 0, stdout: expect.stringMatching(words) as string });
  const measured = await perigee('compare', 'HEAD', 'HEAD');
  expect(measured.stdout).toContain('placeholder-test');
  expect(measured.stdout).toMatch(words);
  repository.write('perigee.yml', short.replace('"0.2"', '"0.1"'));
  expect((await perigee('config', 'check')).stdout).not.toMatch(words);
});
