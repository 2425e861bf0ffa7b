import { describe, expect, test } from 'vitest';
import type { ProgressEvent } from '../../../src/runner/run-request.ts';
import { compareVersions, makeVersions, seesTests, views } from '../stage/compare-versions.ts';

const own = { before: ['before'], after: ['after'] };
const original = { before: ['original'], after: ['original'] };
const sh = (script: string): string[] => ['sh', '-c', script];

/** Compares as where a view is only to be had in a namespace of the user. */
async function compare(
  script: (root: string) => string,
  files: Record<string, string> = { 'a.txt': 'VERSION' },
  write: (versions: ReturnType<typeof makeVersions>) => void = () => undefined,
) {
  const versions = makeVersions(files);
  write(versions);
  const events: ProgressEvent[] = [];
  const found = await compareVersions(versions, {
    command: sh(script(versions.root)),
    ports: {
      ...(views && { views: { ...views, rights: 'user' as const } }),
      onProgress: (event) => events.push(event),
    },
  });
  const startedOver = events.filter(({ kind }) => kind === 'started-over');
  return { ...found, startedOver, root: versions.root };
}

describe.runIf(views !== undefined && seesTests)('without the rights for a view', () => {
  test('a test that reads other code is measured in a namespace, and the report says so', async () => {
    const { record, root, said, startedOver } = await compare((path) => `cat ${path}/a.txt`);
    expect(said).toEqual(own);
    expect(startedOver).toMatchObject([{ isMoved: true }]);
    expect(record.problems).toMatchObject([{ code: 'measured-in-namespace' }]);
    expect(record.problems[0]?.message).toMatch(/because at its own path program: it read /);
    expect(record.problems[0]?.message).toContain(`${root}/a.txt`);
    expect(record.problems[0]?.message).not.toContain('let setup');
  });

  test('a test that lacks the packages of the checkout is too', async () => {
    const ignored = { 'a.txt': 'VERSION', '.gitignore': 'node_modules\n' };
    const { record, said } = await compare(
      () => 'cat a.txt node_modules/empty',
      ignored,
      ({ write }) => write('node_modules/empty', ''),
    );
    expect(said).toEqual(own);
    expect(record.problems).toMatchObject([{ code: 'measured-in-namespace' }]);
  });

  test('a test that fails in a namespace is measured as usual, and what it read is a gap', async () => {
    const { record, said, startedOver } = await compare(
      (path) => `cat ${path}/a.txt; test "$PWD" != ${path}`,
    );
    expect(said).toEqual(original);
    expect(startedOver).toMatchObject([
      { isMoved: true },
      { isMoved: false, why: 'a test fails there' },
    ]);
    const codes = new Set(record.problems.map(({ code }) => code));
    expect(codes).toEqual(new Set(['foreign-code']));
  });

  test('a test that reads its own code is measured where it is', async () => {
    const { record, said, startedOver } = await compare(() => 'cat a.txt');
    expect(said).toEqual(own);
    expect(startedOver).toEqual([]);
    expect(record.problems).toEqual([]);
  });
});
