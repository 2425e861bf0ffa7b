import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { NewerLayout, openDatabase } from '../../src/sqlite/open-database.ts';
import { transact } from '../../src/sqlite/transact.ts';

const steps = ['CREATE TABLE a (n)', 'ALTER TABLE a ADD COLUMN m'];

function makeFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'perigee-sqlite-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'below', 'file.sqlite');
}

test('a file is made with its folder, and brought from one layout to the next', () => {
  const file = makeFile();
  const first = openDatabase(file, { steps: steps.slice(0, 1), waitMs: 0 });
  first.exec('INSERT INTO a VALUES (1)');
  first.close();
  const second = openDatabase(file, { steps, waitMs: 0 });
  expect(second.prepare('SELECT n, m FROM a').all()).toEqual([{ n: 1, m: null }]);
  second.close();
});

test('a file of a newer layout, or whose step fails, stays as it was', () => {
  const file = makeFile();
  openDatabase(file, { steps, waitMs: 0 }).close();
  expect(() => openDatabase(file, { steps: [], waitMs: 0 })).toThrow(NewerLayout);
  const broken = [...steps, 'CREATE TABLE b (n); CREATE TABLE a (n)'];
  expect(() => openDatabase(file, { steps: broken, waitMs: 0 })).toThrow('already exists');
  const again = openDatabase(file, { steps, waitMs: 0 });
  const tables = again.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
  expect(tables.map(({ name }) => name)).toEqual(['a']);
  again.close();
});

test('what fails in a transaction leaves nothing behind', () => {
  const database = openDatabase(makeFile(), { steps, waitMs: 0 });
  const work = (): void => {
    database.exec('INSERT INTO a (n) VALUES (1)');
    throw new Error('no');
  };
  expect(() => transact(database, work)).toThrow('no');
  expect(database.prepare('SELECT count(*) AS n FROM a').get()?.['n']).toBe(0);
  database.close();
});
