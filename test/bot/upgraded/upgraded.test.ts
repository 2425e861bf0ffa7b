import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../../runner/stage/make-repository.ts';
import { readAll } from './read-all.ts';

/**
 * What a service before octokit (6475bc67) left in its folder, artifacts of the action of that time, and what
 * `readAll` answered there.
 */
const recorded = join(import.meta.dirname, 'recorded.tar.gz');

interface Answers {
  ledger: Record<string, unknown>;
}

test('a service that is upgraded in place answers as before from its ledger, store, log and artifacts', async () => {
  const folder = makeFolder();
  execFileSync('tar', ['-xzf', recorded, '-C', folder]);
  const before = JSON.parse(readFileSync(join(folder, 'answers.json'), 'utf8')) as Answers;
  // What later versions do not ask any more.
  delete before.ledger['red'];
  delete before.ledger['reverted'];
  // JSON has no fields that are undefined.
  expect(JSON.parse(JSON.stringify(await readAll(folder)))).toEqual(before);
});
