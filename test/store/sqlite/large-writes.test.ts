import { readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openSqliteReader } from '../../../src/store/sqlite/open-sqlite-reader.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import type { BuildPoints } from '../../../src/store/series-point.ts';
import { makeBuild, makePoint, makeStoredBuild, never, writeAll } from '../make-build.ts';
import { makeFolder } from '../../make-folder.ts';

function makeFile(): string {
  const folder = makeFolder();
  return join(folder, 'series.sqlite');
}

/** More rows than one turn of the process may take. */
function makeLargeBuild(): BuildPoints {
  const points = Array.from({ length: 1_600 }, (_, span) => makePoint({ span: `part ${span}` }));
  return { build: makeStoredBuild(1), points };
}

test('a large write lets others in this process have their turn', async () => {
  const store = openSqliteStore({ file: makeFile() });
  onTestFinished(() => store.close());
  // The guard reads what is there before the first write of a suite.
  await writeAll(store, makeBuild(2));
  let isWriting = true;
  let turns = 0;
  const takeTurn = (): void => {
    if (!isWriting) return;
    turns += 1;
    setImmediate(takeTurn);
  };
  setImmediate(takeTurn);
  await writeAll(store, makeLargeBuild());
  isWriting = false;
  expect(turns).toBeGreaterThan(1);
});

test('a large write that is aborted on its way leaves nothing', async () => {
  const store = openSqliteStore({ file: makeFile() });
  onTestFinished(() => store.close());
  await writeAll(store, makeBuild(2));
  const stop = new AbortController();
  setImmediate(() => stop.abort(new Error('enough')));
  await expect(store.write([makeLargeBuild()], stop.signal)).rejects.toThrow('enough');
  expect(await store.readBuild(makeStoredBuild(1))).toBeUndefined();
  await writeAll(store, makeBuild(3));
});

const descriptors = '/proc/self/fd';
const isListed = process.platform === 'linux';

/** The files of this process that are open below a path. */
function listOpen(file: string): string[] {
  return readdirSync(descriptors).flatMap((number) => {
    try {
      const target = readlinkSync(join(descriptors, number));
      return target.startsWith(file) ? [target] : [];
    } catch {
      // The one that lists them.
      return [];
    }
  });
}

test.skipIf(!isListed)('what is closed has no file open any more', async () => {
  const file = makeFile();
  const store = openSqliteStore({ file });
  await store.write([makeBuild(1)], never);
  const reader = openSqliteReader(file);
  expect(listOpen(file).length).toBeGreaterThan(0);
  await reader.close();
  await store.close();
  expect(listOpen(file)).toEqual([]);
});
