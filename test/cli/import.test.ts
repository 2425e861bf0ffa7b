import { cpSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { makeRepository, type UserRepository } from './repository.ts';

let repository: UserRepository;
beforeEach(() => (repository = makeRepository()));

const documented = join(import.meta.dirname, '../store/import/documented');
const where = ['--suite', 'sync', '--repository', 'acme/sync', '--file', 'data/series.sqlite'];

test('import brings a history into the store, once, and the store says where it is from', async () => {
  cpSync(join(documented, 'data.js.txt'), join(repository.root, 'data.js'));
  // Without names they are those in the file, and again as often changes nothing.
  for (const names of [where, where.slice(-2)]) {
    const { exitCode, stdout } = await repository.perigee(
      ...['import', 'github-action-benchmark', 'data.js', ...names],
    );
    expect({ exitCode, stdout }).toMatchObject({ exitCode: 0 });
    expect(stdout).toMatch(/4 points of 3 builds are in .*, as acme\/sync, suite sync\n/);
    expect(stdout).toContain('no verdict counts them');
  }
  const look = ['--repository', 'acme/sync', '--file', 'data/series.sqlite'];
  const shown = await repository.perigee(
    ...['store', 'show', 'Go/BenchmarkSort', '--metric', 'time', ...look],
  );
  expect(shown.stdout).toContain('(sync, imported)');
  expect(shown.stdout.match(/imported-github-action/g)).toHaveLength(2);
});

test('a file that is missing, and a tool that is unknown, are named', async () => {
  const missing = await repository.perigee('import', 'asv', 'no.json', ...where);
  expect(missing).toMatchObject({ exitCode: 2 });
  expect(missing.stderr).toContain('no.json');
  const unknown = await repository.perigee('import', 'excel', 'no.json', ...where);
  expect(unknown.stderr).toContain('github-action-benchmark, bencher, asv, conbench');
});

test('a file that would fill the memory is not read', async () => {
  const file = join(repository.root, 'data.js');
  writeFileSync(file, 'window.BENCHMARK_DATA = {');
  truncateSync(file, 100_000_001);
  const { exitCode, stderr } = await repository.perigee('import', 'asv', 'data.js', ...where);
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 2 });
  expect(stderr).toContain('a file of at most 100 MB');
});

test('where neither origin nor the file names a repository, it has to be said', async () => {
  const asv = ['import', 'asv', 'no.json', '--suite', 'sync'];
  const { exitCode, stderr } = await repository.perigee(...asv);
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 2 });
  expect(stderr).toContain('say it with --repository owner/name');
});
