import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseDocument } from '../../src/contract/validate.ts';
import { checkoutsFolder } from '../../src/runner/worktrees/checkouts-folder.ts';
import { runSuite } from '../../src/runner/run-suite.ts';
import { makeRepository } from './stage/make-repository.ts';
import { makeRequest, makeTest } from './stage/make-request.ts';

const isRoot = process.getuid?.() === 0;
const temporaryFiles = { temporaryFiles: 'memory' } as const;

test('both sides run with the settings of the suite, and the record names them', async () => {
  const repository = makeRepository();
  const show = makeTest('show', { command: ['sh', '-c', 'ls -d "$TMPDIR"'] });
  const suite = { host: temporaryFiles };
  const record = await runSuite(makeRequest(repository, [show], { suite }));
  expect(record.host.settings).toEqual(temporaryFiles);
  const folder = join(repository.root, '.perigee/runs', record.id);
  const outputs = record.profiles.map(({ log = '' }) => readFileSync(join(folder, log), 'utf8'));
  expect(outputs).toHaveLength(4);
  for (const output of outputs) expect(output).toMatch(/^\/dev\/shm\/perigee-files-[\da-f]{12}\n$/);
  expect(existsSync(outputs[0]?.trim() ?? '')).toBe(false);
  const text = readFileSync(join(folder, 'run-record.json'), 'utf8');
  expect(parseDocument('run-record', text, 'record')).toEqual(record);
});

test('a run with other settings has another fingerprint: it is not compared blindly', async () => {
  const repository = makeRepository();
  const run = (id: string, suite: object) =>
    runSuite(makeRequest(repository, [makeTest('a')], { id, suite }));
  const plain = await run('plain', {});
  const other = await run('other', { host: temporaryFiles });
  expect(other.host.fingerprint).not.toBe(plain.host.fingerprint);
});

test('what a test sets itself wins', async () => {
  const repository = makeRepository();
  const own = makeTest('own', {
    command: ['sh', '-c', 'echo "$TMPDIR"'],
    environment: { TMPDIR: '/own' },
  });
  const record = await runSuite(
    makeRequest(repository, [own], { suite: { host: temporaryFiles } }),
  );
  const log = join(repository.root, '.perigee/runs', record.id, record.profiles[0]?.log ?? '');
  expect(readFileSync(log, 'utf8')).toBe('/own\n');
});

test.skipIf(!isRoot)('checkouts in memory are gone with their mounts', async () => {
  const repository = makeRepository();
  const where = makeTest('where', { command: ['sh', '-c', 'stat --file-system --format=%T .'] });
  const suite = { host: { checkouts: 'memory' } as const };
  const record = await runSuite(makeRequest(repository, [where], { suite }));
  const log = join(repository.root, '.perigee/runs', record.id, record.profiles[0]?.log ?? '');
  expect(readFileSync(log, 'utf8')).toBe('tmpfs\n');
  expect(record.problems).toEqual([]);
  expect(readFileSync('/proc/self/mounts', 'utf8')).not.toContain(repository.root);
  expect(existsSync(checkoutsFolder(join(repository.root, '.perigee')))).toBe(false);
});
