import { existsSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { RunRecord } from '../../../src/contract/documents.ts';
import { countTrials } from '../../nightly.ts';
import type { Suite } from '../../../src/contract/suite.ts';
import { openRepository } from '../../../src/runner/revisions/repository.ts';
import type { RunUnderWay } from '../../../src/runner/run-under-way.ts';
import { provideSdkInside } from '../../../src/runner/view/open-views.ts';
import { isIn, Originals } from '../../../src/runner/view/originals.ts';
import { hideRest, listIgnored } from '../../../src/runner/view/share-ignored.ts';
import type { SideViews } from '../../../src/runner/view/side-views.ts';
import { compareVersions, makeVersions, views } from '../stage/compare-versions.ts';
import { cleanEnvironment, makeFolder, makeRepository } from '../stage/make-repository.ts';
import { plantWorkspace, waysToOtherCode } from '../stage/ways-to-other-code.ts';

describe('open views', () => {
  const own = { before: ['before'], after: ['after'] };

  describe.runIf(views !== undefined)('in the place of the checkout', () => {
    const ways = waysToOtherCode.slice(countTrials({ byDay: 2, byNight: 0 }));
    test.each(ways)('$name leads to the code of the side', async ({ plant }) => {
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

  test('Perigee is found by a side that has not installed it, though the user has', async () => {
    const program = "import { from } from 'perigee';\nconsole.log(from, 'VERSION');\n";
    const versions = makeVersions({
      'bench.mjs': program,
      '.gitignore': 'node_modules\n.perigee\n',
    });
    const home = join(versions.root, 'node_modules/perigee');
    const about = { name: 'perigee', type: 'module', exports: './dist/sdk.js' };
    versions.write('node_modules/perigee/package.json', JSON.stringify(about));
    versions.write('node_modules/perigee/dist/sdk.js', "export const from = 'the SDK';\n");
    versions.write('node_modules/perigee/dist/hook.txt', 'the hook\n');
    const { said } = await compareVersions(versions, {
      ...{ home, inView: true },
      // As `npm ci` does.
      setup: [['sh', '-c', 'rm -rf node_modules && mkdir node_modules']],
      command: ['sh', '-c', 'cat "$PERIGEE_HOME/dist/hook.txt" && node bench.mjs'],
    });
    const expected = (side: string) => [`the hook\nthe SDK ${side}`];
    expect(said).toEqual({ before: expected('before'), after: expected('after') });
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
  ])(
    'a side %s gets a link to the SDK only where it needs one',
    async (_which, files, expected) => {
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
    },
  );
});

describe('originals', () => {
  test.each([
    ['/a', '/a', true],
    ['/a/b', '/a', true],
    ['/ab', '/a', false],
    ['/a', '/a/b', false],
    ['/a', '/', true],
  ])('whether %s is in %s: %s', (path, folder, expected) => {
    expect(isIn(path, folder)).toBe(expected);
  });

  test('what lies in several folders is found in the nearest of them, at a place with a plain name', () => {
    const place = makeFolder();
    const originals = new Originals(place, ['/home/me', '/home/me/a b,c:d']);
    expect(originals.mounts).toEqual([
      { bind: '/home/me', at: join(place, '0') },
      { bind: '/home/me/a b,c:d', at: join(place, '1') },
    ]);
    expect(originals.mounts.map(({ at }) => existsSync(at))).toEqual([true, true]);
    expect(originals.find('/home/me/x')).toBe(join(place, '0', 'x'));
    expect(originals.find('/home/me/a b,c:d/x')).toBe(join(place, '1', 'x'));
    expect(originals.find('/home/me/a b,c:d')).toBe(join(place, '1'));
    expect(originals.find('/opt/x')).toBe('/opt/x');
  });
});

describe('share ignored', () => {
  test('ignored are whole folders and single files, but no caches, nothing tracked and nothing new', async () => {
    const repository = makeRepository({
      '.gitignore': 'dist\n*.log\n__pycache__\n.perigee\n',
      'a/b': '',
    });
    const paths = ['dist/x', 'a/c.log', 'a/__pycache__/b.pyc', '.perigee/runs/x', 'new'];
    for (const path of paths) repository.write(path, '');
    const opened = await openRepository(repository.root, cleanEnvironment);
    expect((await listIgnored(opened, repository.root)).sort()).toEqual(['a/c.log', 'dist']);
  });

  /** Only root can make what an overlay takes for "nothing is here". */
  describe.runIf(process.getuid?.() === 0)('the layer between a side and the checkout', () => {
    /** @returns the paths that the layer hides; undefined where there is none */
    function hide(
      root: readonly string[],
      checkout: readonly string[],
      ignored: readonly string[],
    ) {
      const folder = makeFolder();
      const [rootFolder, checkoutFolder, layer] = ['root', 'checkout', 'layer'].map((name) =>
        join(folder, name),
      ) as [string, string, string];
      // Each path is an empty folder: what it is makes no difference.
      for (const path of root) mkdirSync(join(rootFolder, path), { recursive: true });
      for (const path of ['', ...checkout])
        mkdirSync(join(checkoutFolder, path), { recursive: true });
      if (!hideRest(rootFolder, checkoutFolder, ignored, layer)) return undefined;
      const names = readdirSync(layer, { recursive: true, encoding: 'utf8' });
      return names.filter((name) => lstatSync(join(layer, name)).isCharacterDevice()).sort();
    }

    test('hides all but what is ignored and lacks on the side', () => {
      expect(hide(['dist', 'src', 'new'], ['src'], ['dist'])).toEqual(['new', 'src']);
    });

    test('hides what is beside something ignored in a folder that the side has, too', () => {
      const root = ['src/dist', 'src/old', 'src/a'];
      expect(hide(root, ['src/a'], ['src/dist'])).toEqual(['src/a', 'src/old']);
    });

    test('hides a folder that the side does not have, with what is ignored in it', () => {
      expect(hide(['gone/dist', 'dist'], [], ['gone/dist', 'dist'])).toEqual(['gone']);
    });

    test('is not there where the side has all that is ignored', () => {
      expect(hide(['dist', 'src'], ['dist', 'src'], ['dist'])).toBeUndefined();
      expect(hide(['src'], ['src'], [])).toBeUndefined();
    });
  });
});
