import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { findRun, listRuns, runFiles, runsFolder } from '../../src/cli/run-folder.ts';
import { catchUserError } from '../contract/catch-user-error.ts';
import { makeFolder } from '../make-folder.ts';

let root: string;
beforeEach(() => (root = makeFolder()));

function makeRun(id: string, ...files: string[]): string {
  const folder = join(runsFolder(root), id);
  mkdirSync(folder, { recursive: true });
  for (const file of files) writeFileSync(join(folder, file), '{}');
  return folder;
}

const older = '20260101-120000-0000000a';
const newer = '20260102-120000-00000001';

test('a repository without runs has none', () => {
  expect(listRuns(root)).toEqual([]);
});

test('the newest run comes first, and files beside the runs are none', () => {
  makeRun(older, runFiles.verdict);
  makeRun(newer, runFiles.state);
  writeFileSync(join(runsFolder(root), 'notes.txt'), '');
  expect(listRuns(root)).toEqual([newer, older]);
});

test('what a control leaves is no run: it holds only logs', () => {
  makeRun(older, runFiles.verdict);
  mkdirSync(join(makeRun(newer), 'logs'));
  expect(listRuns(root)).toEqual([older]);
});

test('without a name it is the newest that holds the file', () => {
  const folder = makeRun(older, runFiles.verdict);
  makeRun(newer, runFiles.state);
  expect(findRun(root, undefined, runFiles.verdict)).toBe(folder);
});

test('a run is found by its id and by its folder', () => {
  const folder = makeRun(older, runFiles.verdict);
  expect(findRun(root, older, runFiles.verdict)).toBe(folder);
  expect(findRun(root, folder, runFiles.verdict)).toBe(folder);
});

test.each([['named', newer] as const, ['not named', undefined] as const])(
  'a run that did not come to its end can be gone on with: %s',
  (_, name) => {
    makeRun(newer, runFiles.state);
    const { message } = catchUserError(() => findRun(root, name, runFiles.verdict));
    expect(message).toContain(runFiles.verdict);
    expect(message).toContain(`run --resume ${newer}`);
  },
);

test('where nothing was measured yet the remedy is to measure', () => {
  makeRun(newer);
  const { message } = catchUserError(() => findRun(root, undefined, runFiles.verdict));
  expect(message).toContain('perigee patch');
});

test('a name that no run has gets the newest ones', () => {
  makeRun(older, runFiles.verdict);
  const { message } = catchUserError(() => findRun(root, 'no-such-run', runFiles.verdict));
  expect(message).toContain('"no-such-run"');
  expect(message).toContain(older);
});
