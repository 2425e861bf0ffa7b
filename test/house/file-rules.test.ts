import { describe, expect, test } from 'vitest';
import { listBrokenLinks } from '../../scripts/checks/doc-links.ts';
import { listDrawers } from '../../scripts/checks/file-names.ts';
import { judgeSizes } from '../../scripts/checks/file-sizes.ts';
import { judgeRooms, readTable, renderTable } from '../../scripts/checks/room-sizes.ts';
import { listOwnLimits, listPlaces } from '../../scripts/checks/forbidden-lines.ts';
import { checkPlacesOfRules, listPlacesOf } from '../../scripts/checks/places-of-rules.ts';

describe('sizes', () => {
  test('a file of 251 lines is named, one of 250 is not', () => {
    const sizes = [
      { file: 'a.ts', lines: 251 },
      { file: 'b.ts', lines: 250 },
      { file: 'c.ts', lines: 10 },
    ];
    expect(() => judgeSizes(sizes)).toThrow(/^a\.ts: 251 lines\n(?!b\.ts)/);
    expect(() => judgeSizes(sizes.slice(1))).toThrow('a median below 100');
    expect(judgeSizes([...sizes.slice(1), { file: 'd.ts', lines: 20 }])).toContain('median 20');
  });

  test('no file at all is a defect of the check', () => {
    expect(() => judgeSizes([])).toThrow('no file of code');
  });
});

describe('rooms', () => {
  const table = renderTable(
    new Map([
      ['src/gate', 1000],
      ['test', 20],
    ]),
  );

  test('one that is a tenth above its row passes, and one line more names the row to change', () => {
    const stated = readTable(table);
    expect(judgeRooms(new Map([...stated, ['src/gate', 1100]]), stated)).toBe(
      '2 rooms, 1,120 lines',
    );
    expect(() => judgeRooms(new Map([...stated, ['src/gate', 1101]]), stated)).toThrow(
      /^src\/gate has 1,101 lines, more than a tenth above the 1,000 of its row\nDelete code, or state the new size in the table of docs\/architecture\.md/,
    );
  });

  test('one without a row is named, and a row without a room', () => {
    const stated = readTable(table);
    expect(() =>
      judgeRooms(
        new Map([
          ['src/gate', 1],
          ['src/new', 5],
        ]),
        stated,
      ),
    ).toThrow('src/new has 5 lines and no row\ntest has a row and no file');
  });
});

test('a drawer is found as a folder and as a file, a longer word is not', () => {
  const files = ['src/utils/a.ts', 'src/Helpers.ts', 'src/lib/b.ts', 'src/library.ts', 'a/util.py'];
  expect(listDrawers(files)).toEqual([
    'src/utils/a.ts',
    'src/Helpers.ts',
    'src/lib/b.ts',
    'a/util.py',
  ]);
});

test('links to missing files and headings are found, those in code and to the web are left', () => {
  const text = [
    '# One heading, *with* `marks`',
    '[good](../package.json) [good](#one-heading-with-marks) [web](https://example.org/x)',
    '[bad](gone.md) [bad](#no-such-heading) [outside](../../outside.md)',
    '```',
    '[code](not-a-link.md)',
    '```',
  ].join('\n');
  const broken = listBrokenLinks('docs/page.md', text);
  expect(broken.map((line) => line.split(': ')[1])).toEqual([
    'gone.md',
    '#no-such-heading',
    '../../outside.md',
  ]);
});

test.each([
  ['see /wo' + 'rk/main/x', true],
  ['"/ro' + 'ot/.cache"', true],
  ['https://regi' + 'stry.example.org/pkg', true],
  ['src/wo' + 'rk/plan.ts', false],
  ['https://example.org/wo' + 'rk/a/b', false],
  ['/tmp/perigee', false],
])('%j names a place: %s', (line, named) => {
  expect(listPlaces('f', `one\n${line}`)).toEqual(named ? [`f:2: ${line}`] : []);
});

test.each([
  ['^src/(cli|service)/', ['src/cli/', 'src/service/']],
  ['^(src/(cli|gone)|bot)/', ['src/cli/', 'bot/', 'src/gone/', 'bot/']],
  ['^(src|bot)/|^src/gate/', ['src/', 'src/gate/', 'bot/', 'src/gate/']],
  ['^src/profile/sdk\\.ts$', ['src/profile/sdk.ts']],
  ['^src/(stats|$1)/', ['src/stats/']],
  ['(^|/)node_modules/ajv/', []],
  ['src/gate/**/*.ts', ['src/gate/']],
  ['{bench,scripts}/*/**/*.ts', ['bench/', 'scripts/']],
  ['**/*.ts', []],
])('the pattern %s is about %j', (pattern, places) => {
  expect(listPlacesOf(pattern)).toEqual(places);
});

test.each([
  ['}, 30' + '_000);', true],
  ["test('a', { timeout: 30" + '_000 }, async () => {', true],
  ['await expect.poll(read, { time' + 'out: 5 }).toBe(1);', true],
  ['await expect.poll(read, { interval: 5 }).toBe(1);', false],
  ['const { status } = spawnSync(program, { timeout: 5 });', false],
])('%j gives a test a limit of its own: %s', (line, isFound) => {
  expect(listOwnLimits('f', `one\n${line}`)).toEqual(isFound ? [`f:2: ${line}`] : []);
});

test('what the rules of this repository name is there', async () => {
  expect(await checkPlacesOfRules()).toMatch(/^\d+ files and folders$/);
});
