import { expect, test } from 'vitest';
import { commitId } from '../reconcile/world.ts';
import { type Case, prove, readsOf, suiteText } from './prove-stage.ts';

const equal: [string, Case][] = [
  ['touches a README', { changes: { 'README.md': 'new' } }],
  ['touches another folder', { changes: { 'docs/a.md': 'b', 'docs/b.md': 'b' } }],
  ['adds a file to a folder that is not listed', { changes: { 'src/new.js': 'n' } }],
  [
    'changes a file in a folder that is listed',
    { reads: readsOf({ listed: ['src/deep'] }), changes: { 'src/deep/one.js': '2' } },
  ],
  ['is on a base that has moved on elsewhere', { since: { 'docs/a.md': 'b' } }],
  [
    'is on a base that only an older observation fits',
    {
      since: { 'src/hash.js': 'x' },
      changes: { 'README.md': 'new' },
      others: [{ of: commitId('base'), reads: readsOf() }],
    },
  ],
];

test.each(equal)('a test is left out where a change %s', async (_, one) => {
  const { problems, proven } = await prove(one);
  expect(problems).toEqual([]);
  expect(proven.get('upload')).toMatchObject({ state: 'same', by: ['strace'], files: 1 });
});

const blind = readsOf({ seesQuestions: false });
const listing = readsOf({ listed: ['src'] });
const different: [string, Case, string][] = [
  ['changes a file that it reads', { changes: { 'src/hash.js': 'x' } }, 'src/hash.js differs'],
  [
    'gives such a file other rights',
    { changes: { 'src/hash.js': 'mode 100755:h' } },
    'src/hash.js',
  ],
  [
    'gives such a file another name',
    { changes: { 'src/hash.js': null, 'src/b.js': 'h' } },
    'src/hash.js',
  ],
  ['puts a link in its place', { changes: { 'src/hash.js': 'mode 120000:b.js' } }, 'src/hash.js'],
  [
    'puts a file in the place of its folder',
    { changes: { 'src/hash.js': null, 'src/deep/one.js': null, src: 'file' } },
    'src differs',
  ],
  [
    'turns a link that leads there',
    {
      reads: readsOf({ paths: ['current', 'src/hash.js'] }),
      changes: { current: 'mode 120000:docs' },
    },
    'current differs',
  ],
  [
    'takes another commit of a submodule',
    {
      reads: readsOf({ paths: ['vendor/lib/a.c'] }),
      changes: { 'vendor/lib': 'mode 160000:another' },
    },
    'vendor/lib differs',
  ],
  [
    'adds what it looked for',
    { reads: readsOf({ paths: ['src/new.js'] }), changes: { 'src/new.js': 'n' } },
    'src/new.js differs',
  ],
  [
    'adds a folder in which it looked',
    { reads: readsOf({ paths: ['lib/new.js'] }), changes: { 'lib/other.js': 'n' } },
    'lib differs',
  ],
  [
    'adds a name to a folder that it lists',
    { reads: listing, changes: { 'src/n.js': 'n' } },
    'src/n.js',
  ],
  [
    'takes a folder from one that it lists',
    { reads: listing, changes: { 'src/deep/one.js': null } },
    'src/deep differs',
  ],
  [
    'has git check its files out otherwise',
    { changes: { '.gitattributes': '* text' } },
    '.gitattributes',
  ],
  ['does that in a folder', { changes: { 'src/.gitattributes': '* text' } }, 'src/.gitattributes'],
  [
    'adds any file, and questions were not seen',
    { reads: blind, changes: { 'z/y.js': 'n' } },
    'z differs',
  ],
  ['was on a base where it has changed since', { since: { 'src/hash.js': 'x' } }, 'src/hash.js'],
  [
    'changes what setup reads',
    {
      suite: suiteText.replace('tests:', 'setup: [[make]]\ntests:'),
      setup: readsOf({ paths: ['docs/a.md'] }),
      changes: { 'docs/a.md': 'b' },
    },
    'docs/a.md differs',
  ],
  [
    'has a setup that was not observed',
    { suite: suiteText.replace('tests:', 'setup: [[make]]\ntests:') },
    'setup was not observed',
  ],
  [
    'changes perigee.yml',
    { changes: { 'perigee.yml': `${suiteText}# new\n` } },
    'perigee.yml is not that',
  ],
  ['has another plan', { planDigest: 'f'.repeat(64) }, 'no run of the default branch'],
  ['names a test that did not pass', { claimed: ['download'] }, 'it did not pass while'],
  [
    'touches what the newest observation saw, and not what an older one saw',
    {
      changes: { 'docs/a.md': 'b' },
      reads: readsOf({ paths: ['docs/a.md'] }),
      others: [{ reads: readsOf() }],
    },
    'docs/a.md differs',
  ],
  [
    'is in doubt by the newest observation, and not by an older one',
    { reads: readsOf({ doubts: ['it makes links'] }), others: [{ reads: readsOf() }] },
    'it makes links',
  ],
  ['was observed by a version that missed something', { observer: 0 }, 'by an older version'],
  ['is in doubt', { reads: readsOf({ doubts: ['it makes links'] }) }, 'it makes links'],
  ['has a test that asks git', { reads: readsOf({ git: '.git/HEAD' }) }, '.git/HEAD was read'],
  [
    'is of more names than GitHub lists',
    { isWhole: false, changes: { 'docs/a.md': 'b' } },
    'more names',
  ],
  [
    'always has it measured',
    { suite: suiteText.replace('upload,', 'upload, affected: always,') },
    'measured always',
  ],
];

test.each(different)('it is not where a change %s', async (_, one, why) => {
  const { problems, proven } = await prove(one);
  expect([...proven]).toEqual([]);
  expect(problems).toMatchObject([
    { code: 'left-out-unproven', test: one.claimed?.[0] ?? 'upload' },
  ]);
  expect(problems[0]?.message).toContain(why);
});

test('nothing is read of folders that are the same, or that nobody reads', async () => {
  expect((await prove({ changes: {} })).asked).toBe(0);
  // The root of both, and nothing of docs.
  expect((await prove({ changes: { 'docs/a.md': 'b' } })).asked).toBe(2);
});

test('a change to more folders than are compared proves nothing', async () => {
  const paths = Array.from({ length: 400 }, (_, at) => `src/f${at}/a.js`);
  const fill = (text: string) => Object.fromEntries(paths.map((path) => [path, `${text} ${path}`]));
  const reads = readsOf({ paths: paths.map((path) => `${path}.map`) });
  const { asked, problems } = await prove({ reads, more: fill('old'), changes: fill('new') });
  expect(problems[0]?.message).toContain('too many folders');
  expect(asked).toBeLessThanOrEqual(200);
});

test('a tree that is compared twice is asked for once', async () => {
  const since = { 'src/deep/one.js': '2' };
  const { asked, problems } = await prove({ since, changes: { 'docs/a.md': 'b' } });
  expect(problems).toEqual([]);
  // The roots of all three, and src of the observed commit and of both sides, which have the same.
  expect(asked).toBe(5);
});
