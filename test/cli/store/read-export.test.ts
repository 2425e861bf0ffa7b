import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readExport } from '../../../src/cli/store/read-export.ts';
import type { UserError } from '../../../src/contract/user-error.ts';
import { exportBuild } from '../../../src/store/export/export-formats.ts';
import { makeHistory } from '../../web/api/make-history.ts';

const folder = mkdtempSync(join(tmpdir(), 'perigee-read-export-'));
afterAll(() => rmSync(folder, { recursive: true }));

const file = join(folder, 'all.ndjson');
const builds = makeHistory(3);
const lines = builds.map((build) => JSON.stringify(exportBuild(build)));
const longest = Math.max(...lines.map((line) => Buffer.byteLength(line)));

async function read(mostBytes?: number): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const one of readExport(file, mostBytes)) found.push(one);
  return found;
}

/** The facts of the error that reading ends with. */
async function refusal(mostBytes?: number): Promise<UserError['facts']> {
  try {
    await read(mostBytes);
  } catch (error) {
    return (error as UserError).facts;
  }
  throw new Error('it was read');
}

test.each(['\n', '\r\n', '\n\n'])('lines that end with %j are read as they are', async (end) => {
  writeFileSync(file, lines.join(end));
  expect(await read()).toEqual(builds);
  writeFileSync(file, lines.map((line) => line + end).join(''));
  expect(await read()).toEqual(builds);
});

test('a line of exactly the limit is read, and a longer one is refused by file, line and limit', async () => {
  writeFileSync(file, lines.join('\n'));
  expect(await read(longest)).toHaveLength(3);
  const place = 1 + lines.findIndex((line) => Buffer.byteLength(line) === longest);
  expect(await refusal(longest - 1)).toMatchObject({
    where: `${file}, line ${place}`,
    seen: `the line is longer than ${longest - 1} bytes`,
    expected: `one build or alert, in at most ${longest - 1} bytes`,
  });
});

test('a line without end does not fill the memory', async () => {
  writeFileSync(file, `${lines[0]}\n`);
  truncateSync(file, 1_000_000_000);
  expect(await refusal()).toMatchObject({
    where: `${file}, line 2`,
    seen: 'the line is longer than 200000000 bytes',
  });
});

test('a table of `perigee export` is refused with the form that is read', async () => {
  writeFileSync(file, 'repository,suite,run\nacme/sync,sync,1\n');
  expect(await refusal()).toMatchObject({
    where: `${file}, line 1`,
    remedy: 'export once more without --format',
  });
});
