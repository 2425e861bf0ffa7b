import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addressOf, apiRoot } from '../../../src/web/api/addresses.ts';
import type * as Api from '../../../src/web/api/answers.ts';
import { createExplorer } from '../../../src/web/api/explorer.ts';
import { orderCommits } from '../../../src/web/api/history/order-commits.ts';
import { readRequest } from '../../../src/web/api/http/read-request.ts';
import { openSqliteReader } from '../../../src/store/sqlite/open-sqlite-reader.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { commitOf, makeStoredBuild, never } from '../../store/make-build.ts';
import { makeHistory, repository } from './make-history.ts';
import { listFaults } from './validate-answer.ts';

test('a published run of a commit of the default branch has its place there', () => {
  const facts = { branchKind: 'other', branch: 'main', baseline: commitOf(1) } as const;
  const { branch, commits } = orderCommits([
    makeStoredBuild(3, { ...facts, local: { isUncommitted: true } }),
    makeStoredBuild(2, { ...facts, subject: 'Send twice', local: { isOnDefaultBranch: true } }),
  ]);
  expect(branch).toBe('main');
  expect(commits).toMatchObject([
    { commit: commitOf(1) },
    { commit: commitOf(2), subject: 'Send twice' },
  ]);
  expect(commits).toHaveLength(2);
});

test('without the default branch, a series says what its newest run measured', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'perigee-laptop-'));
  const own = join(folder, 'laptop.sqlite');
  const laptop = openSqliteStore({ file: own });
  await laptop.write(makeHistory(3, { branchKind: 'other', branch: 'topic' }), never);
  await laptop.close();
  const explorerOfLaptop = createExplorer({
    reader: openSqliteReader(own),
    recall: () => ({ suites: new Map(), series: new Map() }),
    keep: () => undefined,
    clockMs: () => 0,
  });
  const { pathname, searchParams } = new URL(addressOf.listSeries(repository), 'http://host');
  const request = readRequest(pathname.slice(apiRoot.length), searchParams);
  await explorerOfLaptop.answer(request);
  await explorerOfLaptop.settled();
  const answer = JSON.parse(JSON.stringify(await explorerOfLaptop.answer(request)));
  expect(listFaults('listSeries', answer)).toEqual([]);
  const [first] = (answer as Api.SeriesPage).series;
  expect(first).not.toHaveProperty('latest');
  const { after = 0, before = 1, change = 1 } = first?.newestRun ?? {};
  expect(first?.newestRun?.runId).toBe(makeHistory(3)[2]?.build.runId);
  expect(change).toBeCloseTo(after / before - 1, 10);
  expect(Math.abs(change)).toBeLessThan(0.05);
  rmSync(folder, { recursive: true });
});
