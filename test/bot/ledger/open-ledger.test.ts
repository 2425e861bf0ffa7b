import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { migrations } from '../../../bot/src/ledger/migrations.ts';
import { openLedger } from '../../../bot/src/ledger/open-ledger.ts';
import { UserError } from '../../../src/contract/user-error.ts';
import { createRandom } from '../../../src/stats/random.ts';
import { makeSeries, makeVerdict } from '../../report/fixtures/make-verdict.ts';
import {
  makeAccept,
  makeLedgerFile,
  makeRunKey,
  noonMs,
  openTestLedger,
} from './open-test-ledger.ts';

const script = join(import.meta.dirname, 'write-in-process.ts');

function startWriter(file: string, first: number, count: number) {
  const child = spawn(process.execPath, [script, file, String(first), String(count)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const acknowledged = new Map<string, string>();
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    for (const line of text.split('\n')) {
      const [key, id] = line.split(' ');
      if (key !== undefined && id !== undefined) acknowledged.set(key, id);
    }
  });
  return { child, acknowledged, closed: once(child, 'close') };
}

test('what one connection wrote another one reads at once, and a later process too', () => {
  const file = makeLedgerFile();
  const [writer, reader] = [openTestLedger(file), openTestLedger(file)];
  const accept = writer.addAccept(makeAccept());
  expect(reader.listAccepts(42, noonMs)).toEqual([accept]);
  expect(reader.addAccept(makeAccept()).id).toBe('A2');
  writer.close();
  writer.close();
  reader.close();
  expect(openTestLedger(file).listAccepts(42, noonMs)).toHaveLength(2);
});

test('processes that write at the same time get different numbers, and nothing is lost', async () => {
  const file = makeLedgerFile();
  const writers = [startWriter(file, 0, 40), startWriter(file, 20, 40), startWriter(file, 40, 40)];
  await Promise.all(writers.map(({ closed }) => closed));
  const accepts = openTestLedger(file).listAccepts(42, noonMs);
  expect(accepts.map(({ id }) => id)).toEqual(
    Array.from({ length: 80 }, (_, index) => `A${index + 1}`),
  );
  expect(new Set(accepts.map(({ because }) => because)).size).toBe(80);
});

test('a process that is killed at any moment leaves whole accepts, and all that it acknowledged', async () => {
  const file = makeLedgerFile();
  const seed = 20_261_121;
  const random = createRandom(seed);
  console.log(`seed ${seed}`);
  const promised = new Map<string, string>();
  let next = 0;
  for (let round = 0; round < 6; round += 1) {
    const { child, acknowledged, closed } = startWriter(file, next, 10_000);
    const enough = 1 + Math.floor(random() * 12);
    child.stdout.on('data', () => {
      if (acknowledged.size >= enough) child.kill('SIGKILL');
    });
    await closed;
    for (const [key, id] of acknowledged) promised.set(key, id);
    next = Math.max(...[...acknowledged.keys()].map(Number)) + 1;
  }
  const ledger = openTestLedger(file);
  for (const [key, id] of promised) expect(ledger.findAccept(42, `key-${key}`)?.id).toBe(id);
  const accepts = ledger.listAccepts(42, noonMs);
  expect(accepts.map(({ id }) => id)).toEqual(accepts.map((_, index) => `A${index + 1}`));
  // At most the one that each kill interrupted is there without having been acknowledged.
  expect(accepts.length - promised.size).toBeLessThanOrEqual(6);
  expect(promised.size).toBeGreaterThanOrEqual(6);
});

test('what fails in the middle of an accept leaves nothing of it, and the ledger goes on', () => {
  const ledger = openTestLedger();
  const circular: unknown[] = [];
  circular.push(circular);
  const broken = { ...makeAccept(), series: circular as never };
  expect(() => ledger.addAccept(broken, 'key')).toThrow(TypeError);
  expect(ledger.findAccept(42, 'key')).toBeUndefined();
  expect(ledger.addAccept(makeAccept(), 'key').id).toBe('A1');
});

test('a file of a newer version, or of something else, is refused and not touched', () => {
  const file = makeLedgerFile();
  openTestLedger(file).close();
  const other = new DatabaseSync(file);
  other.exec(`PRAGMA user_version = ${migrations.length + 1}`);
  other.close();
  expect(() => openLedger(file)).toThrow('was written by a newer version of Perigee');
  const text = makeLedgerFile();
  mkdirSync(dirname(text), { recursive: true });
  writeFileSync(text, 'this is no database, and long enough to be read as one'.repeat(100));
  expect(() => openLedger(text)).toThrow(UserError);
  expect(() => openLedger(dirname(text))).toThrow('the ledger of the bot cannot be opened');
});

test('an empty file becomes a ledger, and opening it again changes nothing', () => {
  const file = makeLedgerFile();
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, '');
  openTestLedger(file).close();
  const schemaOf = (): unknown => {
    const database = new DatabaseSync(file, { readOnly: true });
    const rows = database.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY name').all();
    const version = database.prepare('PRAGMA user_version').get();
    database.close();
    return { rows, version };
  };
  const before = schemaOf();
  openTestLedger(file).close();
  expect(schemaOf()).toEqual(before);
  expect(before).toMatchObject({ version: { user_version: migrations.length } });
});

test('a file of before there were builds of Buildkite is read, and takes them in', () => {
  const file = makeLedgerFile();
  mkdirSync(dirname(file), { recursive: true });
  const old = new DatabaseSync(file);
  // The first layout, in which the id of a run was bound as a number.
  old.exec(`${migrations[0]}; PRAGMA user_version = 1`);
  const commit = 'c'.repeat(40);
  const verdict = makeVerdict([makeSeries({ state: 'regressed', ratio: 1.2 })]);
  const state = { kind: 'requested', atMs: noonMs, afterAttempt: 1, shards: [0] } as const;
  const run = [42, 'sync', 9001] as const;
  old
    .prepare('INSERT INTO verdicts VALUES (?, ?, ?, 1, ?, ?, NULL, ?, ?)')
    .run(...run, commit, '[0]', JSON.stringify(verdict), noonMs);
  old.prepare('INSERT INTO confirmations VALUES (?, ?, ?, ?)').run(...run, JSON.stringify(state));
  old
    .prepare("INSERT INTO outcomes VALUES (?, ?, ?, ?, 1, '[]', '[]', ?)")
    .run(...run, commit, noonMs);
  old.close();

  const ledger = openTestLedger(file);
  const key = makeRunKey(9001);
  expect(ledger.readVerdicts(key)).toEqual([{ attempt: 1, shards: [0], verdict }]);
  expect(ledger.readConfirmation(key)).toEqual(state);
  ledger.keepVerdict(key, commit, { attempt: 1, shards: [0], verdict, basis: 'b' }, noonMs);
  ledger.noteOutcome(key, commit, { red: false, cleared: [], confirmed: [] }, noonMs);
  expect(ledger.readVerdicts(key)).toEqual([{ attempt: 1, shards: [0], verdict, basis: 'b' }]);
  expect(ledger.readStatistics(42, 0)).toMatchObject({ judged: 1, red: 0 });

  const builds = [9, 10].map((number) => makeRunKey(`acme/sync-2/${number}`));
  for (const each of builds) {
    ledger.keepVerdict(each, commit, { attempt: 1, shards: [0], verdict }, noonMs);
    ledger.writeConfirmation(each, { kind: 'refused', why: each.runId });
  }
  expect(ledger.listRuns(42, commit)).toEqual([key, ...builds.toReversed()]);
  expect(builds.map((each) => ledger.readConfirmation(each))).toMatchObject(
    builds.map(({ runId: why }) => ({ why })),
  );
});
