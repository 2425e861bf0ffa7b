import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keepBuild, restoreBuild } from '../../../src/runner/builds/keep-build.ts';
import { makeFolder } from '../stage/make-repository.ts';

const now = new Date('2026-11-21T10:00:00Z');
const nameOf = (digit: number): string => String(digit).repeat(64);

/** A folder for builds, and a checkout with the marks of a build. */
function makePlaces(): { builds: string; checkout: string } {
  const checkout = join(makeFolder(), 'base');
  mkdirSync(join(checkout, 'node_modules/.bin'), { recursive: true });
  writeFileSync(join(checkout, '.git'), 'gitdir: elsewhere');
  writeFileSync(join(checkout, 'node_modules/tool.js'), 'tool', { mode: 0o755 });
  symlinkSync('../tool.js', join(checkout, 'node_modules/.bin/tool'));
  linkSync(join(checkout, 'node_modules/tool.js'), join(checkout, 'node_modules/same.js'));
  utimesSync(join(checkout, 'node_modules/tool.js'), 1000, 1000);
  return { builds: join(makeFolder(), 'builds'), checkout };
}

test('a build comes back as it was kept: modes, times and links', async () => {
  const { builds, checkout } = makePlaces();
  expect(await keepBuild(builds, nameOf(1), checkout, now)).toBe(undefined);
  const fresh = join(makeFolder(), 'fresh');
  mkdirSync(fresh);
  writeFileSync(join(fresh, '.git'), 'gitdir: here');
  writeFileSync(join(fresh, 'removed-by-setup.txt'), '');
  expect(await restoreBuild(builds, nameOf(1), fresh)).toEqual(now);
  const tool = statSync(join(fresh, 'node_modules/tool.js'));
  expect([tool.mode & 0o777, tool.mtimeMs, tool.nlink]).toEqual([0o755, 1_000_000, 2]);
  expect(lstatSync(join(fresh, 'node_modules/.bin/tool')).isSymbolicLink()).toBe(true);
  expect(readFileSync(join(fresh, '.git'), 'utf8')).toBe('gitdir: here');
  expect(existsSync(join(fresh, 'removed-by-setup.txt'))).toBe(false);
});

test('where no build is kept, the checkout stays as it is', async () => {
  const { builds, checkout } = makePlaces();
  expect(await restoreBuild(builds, nameOf(1), checkout)).toBe(undefined);
  expect(existsSync(join(checkout, 'node_modules/tool.js'))).toBe(true);
});

test('a build of which only a part was kept does not count', async () => {
  const { builds, checkout } = makePlaces();
  await keepBuild(builds, nameOf(1), checkout, now);
  writeFileSync(join(builds, nameOf(1), 'made'), '');
  expect(await restoreBuild(builds, nameOf(1), checkout)).toBe(undefined);
});

test.each([
  ['is missing', (tree: string) => rmSync(tree, { recursive: true })],
  [
    'is no folder',
    (tree: string) => {
      rmSync(tree, { recursive: true });
      writeFileSync(tree, 'cut');
    },
  ],
])('where the tree of a kept build %s, the checkout stays as it is', async (_title, damage) => {
  const { builds, checkout } = makePlaces();
  await keepBuild(builds, nameOf(1), checkout, now);
  damage(join(builds, nameOf(1), 'tree'));
  const before = readdirSync(checkout, { recursive: true });
  expect(await restoreBuild(builds, nameOf(1), checkout)).toBe(undefined);
  expect(readdirSync(checkout, { recursive: true })).toEqual(before);
  expect(readdirSync(join(checkout, '..'))).toEqual(['base']);
});

test('the newest three builds are kept', async () => {
  const { builds, checkout } = makePlaces();
  for (let digit = 1; digit <= 5; digit += 1) {
    await keepBuild(builds, nameOf(digit), checkout, now);
    utimesSync(join(builds, nameOf(digit), 'made'), digit, digit);
  }
  expect(readdirSync(builds).sort()).toEqual([3, 4, 5].map(nameOf));
});

test('what a job left that ended while it copied is removed by the next one', async () => {
  const { builds, checkout } = makePlaces();
  mkdirSync(join(builds, `${nameOf(9)}.part`, 'tree'), { recursive: true });
  await keepBuild(builds, nameOf(1), checkout, now);
  expect(readdirSync(builds)).toEqual([nameOf(1)]);
});

test('a build that cannot be kept is told, and leaves nothing behind', async () => {
  const { builds } = makePlaces();
  expect(await keepBuild(builds, nameOf(1), '/nonexistent', now)).toContain('/nonexistent');
  expect(readdirSync(builds)).toEqual([]);
});
