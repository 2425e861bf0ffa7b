import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadSuite } from '../../src/suite/load-suite.ts';
import { examples } from './sync-copy.ts';

const folder = join(examples, 'npm-package');

test('the suite runs the benchmarks of the package as npm fetched them', async () => {
  const { tests, setup } = await loadSuite(join(folder, 'perigee.yml'));
  expect(setup.map(([program]) => program)).toEqual(['npm']);
  for (const { command } of tests) {
    expect(command[1]).toMatch(/^node_modules\/mqtt-packet\/benchmarks\/\w+\.js$/);
  }
});

test('the release under test is pinned, so that each side has its own', () => {
  const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  expect(dependencies).toEqual({ 'mqtt-packet': expect.stringMatching(/^\d+\.\d+\.\d+$/) });
});
