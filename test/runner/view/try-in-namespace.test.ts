import { describe, expect, test } from 'vitest';
import type { Profile, RunRecord } from '../../../src/contract/documents.ts';
import type { Views } from '../../../src/contract/execution.ts';
import type { Suite } from '../../../src/contract/suite.ts';
import { UserError } from '../../../src/contract/user-error.ts';
import type { ProgressEvent } from '../../../src/runner/run-request.ts';
import type { RunUnderWay } from '../../../src/runner/run-under-way.ts';
import { measureWithFallback } from '../../../src/runner/view/try-in-namespace.ts';
import {
  compareVersions,
  type Comparison,
  makeVersions,
  seesTests,
  type Versions,
  views,
} from '../stage/compare-versions.ts';
import { makeFolder } from '../stage/make-repository.ts';

const own = { before: ['before'], after: ['after'] };
const original = { before: ['original'], after: ['original'] };
const sh = (script: string): string[] => ['sh', '-c', script];

/** Compares as where a view is only to be had in a namespace of the user. */
async function compare(
  script: (root: string) => string,
  { versions = makeVersions({ 'a.txt': 'VERSION' }) }: { versions?: Versions } = {},
  more: Pick<Comparison, 'environment' | 'setup'> = {},
) {
  const events: ProgressEvent[] = [];
  const found = await compareVersions(versions, {
    ...more,
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
    expect(record.problems[0]?.message).toMatch(
      /^what was measured holds: .* because otherwise program: it read /,
    );
    expect(record.problems[0]?.message).toContain(`${root}/a.txt`);
    expect(record.problems[0]?.message).not.toContain('let setup');
  });

  test('a test that lacks the packages of the checkout is too', async () => {
    const versions = makeVersions({ 'a.txt': 'VERSION', '.gitignore': 'node_modules\n' });
    versions.write('node_modules/empty', '');
    const { record, said } = await compare(() => 'cat a.txt node_modules/empty', { versions });
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
      { isMoved: false, why: 'program fails there' },
    ]);
    const codes = new Set(record.problems.map(({ code }) => code));
    expect(codes).toEqual(new Set(['foreign-code']));
  });

  test.each([
    ['a variable leads into the checkout', 'PYTHONPATH', [], '/lib'],
    ['setup may install into an environment', 'VIRTUAL_ENV', [['true']], undefined],
  ])('where %s, it is measured there at once', async (_why, name, setup, below) => {
    const versions = makeVersions({ 'a.txt': 'VERSION' });
    const value = below === undefined ? '/opt/venv' : versions.root + below;
    const { record, said, startedOver } = await compare(
      () => 'cat a.txt',
      { versions },
      {
        environment: { [name]: value },
        setup,
      },
    );
    expect(said).toEqual(own);
    expect(startedOver).toEqual([]);
    expect(record.problems).toMatchObject([{ code: 'measured-in-namespace' }]);
    expect(record.problems[0]?.message).toContain(value);
  });

  test('a test that reads its own code is measured where it is', async () => {
    const { record, said, startedOver } = await compare(() => 'cat a.txt');
    expect(said).toEqual(own);
    expect(startedOver).toEqual([]);
    expect(record.problems).toEqual([]);
  });
});

test('nothing that was measured in a namespace is kept where it ends with an error', async () => {
  const parts: Pick<RunRecord, 'problems' | 'profiles' | 'tests'> = {
    problems: [],
    profiles: [],
    tests: [],
  };
  const record = parts as RunRecord;
  const root = makeFolder();
  const environment: Record<string, string> = { PYTHONPATH: `${root}/src` };
  const own: Pick<Views, 'rights'> = { rights: 'user' };
  const suite: Pick<Suite, 'setup' | 'samePath'> = { setup: [] };
  const request = { environment, ports: { views: own }, suite };
  const run = { record, repository: { root }, request } as RunUnderWay;
  const seen: number[] = [];
  const isComplete = await measureWithFallback(run, (attempt) => {
    seen.push(record.profiles.length);
    record.profiles.push({} as Profile);
    if (attempt.request.suite.samePath !== true) return Promise.resolve(true);
    throw new UserError({ seen: 'a service ended', remedy: 'start it' });
  });
  expect(isComplete).toBe(true);
  expect(seen).toEqual([0, 0]);
  expect(record.profiles).toHaveLength(1);
});
