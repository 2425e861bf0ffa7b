import { expect, test } from 'vitest';
import { nameBuild, type BuildFacts } from '../../../src/runner/builds/name-build.ts';

const facts: BuildFacts = {
  commit: 'a'.repeat(40),
  directory: '/home/runner/sync/.perigee/worktrees/kept/base',
  commands: [['npm', 'ci']],
  environment: { PATH: '/usr/bin', CFLAGS: '-O2', GITHUB_RUN_ID: '1', RUNNER_NAME: 'a' },
  platform: 'linux-x64',
  cpuModel: 'EPYC',
};

test('two jobs with the same facts mean the same build', () => {
  const environment = { RUNNER_NAME: 'b', GITHUB_RUN_ID: '2', CFLAGS: '-O2', PATH: '/usr/bin' };
  expect(nameBuild({ ...facts, environment })).toBe(nameBuild(facts));
  expect(nameBuild(facts)).toMatch(/^[0-9a-f]{64}$/);
});

test.each([
  { commit: 'b'.repeat(40) },
  { directory: '/home/other/base' },
  { commands: [['npm', 'install']] },
  { commands: [['npm'], ['ci']] },
  { environment: { ...facts.environment, PATH: '/opt/node-25/bin' } },
  { environment: { ...facts.environment, CFLAGS: '-O3' } },
  { platform: 'linux-arm64' },
  { cpuModel: 'Xeon' },
])('%j makes it another build', (change) => {
  expect(nameBuild({ ...facts, ...change })).not.toBe(nameBuild(facts));
});
