import { spawnSync } from 'node:child_process';
import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { makeFolder } from '../runner/stage/make-repository.ts';

const main = fileURLToPath(new URL('../../action/src/main.ts', import.meta.url));

/** A step with the action, as a runner starts it: with an event that names no change. */
function start(folder: string, eventFile?: string): { status: number | null; stdout: string } {
  return spawnSync(process.execPath, [main], {
    encoding: 'utf8',
    env: {
      ...{ PATH: process.env['PATH'], GITHUB_WORKSPACE: folder, RUNNER_TEMP: folder },
      ...{ GITHUB_REPOSITORY: 'acme/sync', GITHUB_RUN_ID: '812', GITHUB_RUN_ATTEMPT: '1' },
      ...{ GITHUB_EVENT_NAME: 'issues', GITHUB_SHA: 'c'.repeat(40), GITHUB_REF: 'refs/heads/main' },
      ...{ INPUT_SHARD: '1', 'INPUT_SHARD-TOTAL': '1' },
      GITHUB_EVENT_PATH: eventFile,
    },
  });
}

test('the job ends red, and says which event named no change', () => {
  const folder = makeFolder();
  const event = join(folder, 'event.json');
  writeFileSync(event, '{}');
  const { status, stdout } = start(folder, event);
  expect(stdout).toContain('::error::on: issues: an event that names no change to measure');
  expect(status).toBe(1);
});

test('an event that is not JSON, is too large or is not there is named by its file', () => {
  const folder = makeFolder();
  const event = join(folder, 'event.json');
  writeFileSync(event, '{"pull_request"');
  expect(start(folder, event).stdout).toContain(`::error::${event}: this is not JSON`);
  truncateSync(event, 25 * 2 ** 20 + 1);
  expect(start(folder, event).stdout).toContain(
    `::error::${event}: the file is larger than 25 MiB`,
  );
  const none = join(folder, 'none.json');
  expect(start(folder, none).stdout).toContain(`::error::${none}: it cannot be read`);
  expect(start(folder).stdout).toContain('::error::GITHUB_EVENT_PATH: it cannot be read');
});
