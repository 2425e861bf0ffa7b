import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startCases } from '../../src/runner/start-cases.ts';

const place = { home: '/perigee', directory: '/project' };

test.each(['vitest', 'jest', 'mocha'] as const)(
  '%s is started by the Node of the test',
  (runner) => {
    expect(startCases({ runner, pattern: 'test/**' }, place)).toEqual([
      ...['node', '/perigee/dist/cases/main.mjs', runner, 'test/**'],
    ]);
  },
);

test.each(['./test/e2e/...', 'test/e2e/...', 'test/e2e/**'])(
  'the packages of Go: %s',
  (pattern) => {
    expect(startCases({ runner: 'go', pattern }, place).at(-1)).toBe('./test/e2e/...');
  },
);

test('pytest is that of the environment that setup has made, or of the machine', () => {
  const directory = mkdtempSync(join(tmpdir(), 'perigee-test-'));
  const start = () => startCases({ runner: 'pytest', pattern: '**' }, { ...place, directory });
  expect(start()).toEqual(['python3', '-m', 'perigee.cases', '**']);
  mkdirSync(join(directory, '.venv/bin'), { recursive: true });
  writeFileSync(join(directory, '.venv/bin/python'), '');
  expect(start()[0]).toBe(join(directory, '.venv/bin/python'));
  rmSync(directory, { recursive: true });
});
