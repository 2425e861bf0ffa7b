import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { RunRecord } from '../../../src/contract/documents.ts';
import type { Suite } from '../../../src/contract/suite.ts';
import { openRepository } from '../../../src/runner/revisions/repository.ts';
import type { RunUnderWay } from '../../../src/runner/run-under-way.ts';
import { provideSdkInside } from '../../../src/runner/view/open-views.ts';
import type { SideViews } from '../../../src/runner/view/side-views.ts';
import { compareVersions, makeVersions, views } from '../stage/compare-versions.ts';
import { cleanEnvironment, makeFolder } from '../stage/make-repository.ts';
import { plantWorkspace, waysToOtherCode } from '../stage/ways-to-other-code.ts';

const own = { before: ['before'], after: ['after'] };

describe.runIf(views !== undefined)('in the place of the checkout', () => {
  test.each(waysToOtherCode)('$name leads to the code of the side', async ({ plant }) => {
    const { comparison, versions } = plant();
    const { record, said } = await compareVersions(versions, { ...comparison, inView: true });
    expect(said).toEqual(own);
    expect(record.problems).toEqual([]);
  });

  test('a package of the workspace that only the user has installed is the one of the side', async () => {
    const command = ['node', 'bench.mjs'];
    const { record, said } = await compareVersions(plantWorkspace(), { command, inView: true });
    expect(said).toEqual(own);
    expect(record.problems).toEqual([]);
  });
});

test('rights that only a namespace of the user gives are used where the suite asks for it', async () => {
  const entered: string[] = [];
  const enter = (_: unknown, command: readonly string[]): readonly string[] => {
    entered.push(command[0] ?? '');
    return command;
  };
  const compare = (samePath: Partial<Suite>): ReturnType<typeof compareVersions> =>
    compareVersions(makeVersions({ 'a.txt': 'VERSION' }), {
      command: ['true'],
      suite: samePath,
      ports: { views: { rights: 'user', enter } },
    });
  await compare({});
  expect(entered).toEqual([]);
  await compare({ samePath: true });
  expect(entered).not.toEqual([]);
});

test.each<[string, Record<string, string>, boolean]>([
  ['that could load it', { 'a.mjs': 'VERSION' }, true],
  ['that has it installed', { 'a.mjs': 'VERSION', 'node_modules/perigee/sdk.js': '' }, false],
  ['without JavaScript', { 'a.py': 'VERSION' }, false],
])('a side %s gets a link to the SDK only where it needs one', async (_which, files, expected) => {
  const versions = makeVersions(files);
  const checkout = join(makeFolder(), 'checkout');
  versions.git('worktree', 'add', '--quiet', '--detach', checkout, versions.after);
  await provideSdkInside(
    {
      record: { after: { commit: versions.after } } as RunRecord,
      repository: await openRepository(versions.root, cleanEnvironment),
      request: { home: '/home/of/perigee' } as RunUnderWay['request'],
    },
    { root: versions.root } as SideViews,
    'after',
    checkout,
  );
  const link = lstatSync(join(checkout, 'node_modules/perigee'), { throwIfNoEntry: false });
  expect(link?.isSymbolicLink() === true).toBe(expected);
});
