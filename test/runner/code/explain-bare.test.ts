import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Profile } from '../../../src/contract/documents.ts';
import { explainBare } from '../../../src/runner/code/explain-bare.ts';
import { makeFolder } from '../stage/make-repository.ts';

function explain(status: Profile['outcome']['status'], folders: readonly string[]): string[] {
  const folder = makeFolder();
  for (const path of folders) mkdirSync(join(folder, path), { recursive: true });
  const checkouts = { before: [join(folder, 'before')], after: [join(folder, 'after')] };
  const measured = new Map([['a', [{ outcome: { status } } as Profile]]]);
  const bench = { checkouts, measured, sides: ['before', 'after'] as const };
  return explainBare(bench, join(folder, 'root')).map(({ code, test }) => `${code} ${test}`);
}

test('a test that fails where packages are in the checkout of the user alone is told why', () => {
  expect(explain('failed', ['root/node_modules'])).toEqual(['packages-not-there a']);
});

test.each([
  ['passes', 'passed', ['root/node_modules']],
  ['fails where no packages are installed', 'failed', ['root/src']],
  ['fails where setup installed them', 'failed', ['root/.venv', 'before/.venv']],
] as const)('a test that %s is not', (_what, status, folders) => {
  expect(explain(status, folders)).toEqual([]);
});
