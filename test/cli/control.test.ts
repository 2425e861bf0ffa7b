import { beforeEach, expect, test } from 'vitest';
import { atNight } from '../nightly.ts';
import { draftSuite, draftWork, makeRepository, type UserRepository } from './repository.ts';

let repository: UserRepository;
beforeEach(() => (repository = makeRepository()));

function stage(worse: string): void {
  repository.write('work.sh', draftWork(20));
  // Without a warm-up each execution would fill a cache of its own.
  const environment = "environment: { NODE_COMPILE_CACHE: '' }\n";
  repository.write('perigee.yml', draftSuite({ worse, maxRepeats: 20 }) + environment);
  repository.commit('Start');
}

test('a test that gets far worse turns red, so the gate fires, and no later command takes it for a run', async () => {
  stage('10%');
  // On a busy machine a canary may explain less.
  const { exitCode, stderr, stdout } = await repository.perigee('control', '--by', '300%');
  expect(stdout, stderr).toMatch(/✓ keep busy: red, measured \+[\d,.]+%/);
  expect(stdout).toContain('The gate fires: +300% cpu was found in the test');
  expect(exitCode).toBe(0);
  for (const command of ['report', 'judge']) {
    const later = await repository.perigee(command);
    expect(later.stderr).toContain('no run with a');
    expect(later.exitCode).toBe(2);
  }
  const resumed = await repository.perigee('run', '--resume');
  expect(resumed.exitCode).not.toBe(0);
  expect(resumed.stdout).toBe('');
});

atNight('to a test that writes nothing nothing can be added, which proves nothing', async () => {
  // Times of a busy machine decide nothing here.
  stage('9000%');
  const { exitCode, stderr, stdout } = await repository.perigee('control', '--kind', 'writes');
  expect(stdout).toContain('Nothing is proven');
  expect(stderr).not.toContain('against itself');
  expect(exitCode).toBe(1);
});

test('what is no percentage is refused', async () => {
  stage('10%');
  const { exitCode, stderr } = await repository.perigee('control', '--by', 'much');
  expect(exitCode).toBe(2);
  expect(stderr).toContain('a percentage above 0, e.g. 20%');
});

atNight('a control that was stopped proves nothing and says so', async () => {
  stage('10%');
  const { exitCode, stderr, stdout } = await repository.perigeeStoppedAt(
    'against itself',
    'control',
  );
  expect(stderr).toContain('stopped before every test was measured, so nothing is proven');
  expect(stdout).toBe('');
  expect(exitCode).toBe(3);
});
