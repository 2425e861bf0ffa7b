import { expect, test } from 'vitest';
import { planBuild } from '../../../../bot/src/change/plan-build.ts';
import { proveLeftOut } from '../../../../bot/src/reconcile/left-out/prove-left-out.ts';
import type { ObservationRecord, ObservedReads } from '../../../../src/contract/documents.ts';
import { parseSuite } from '../../../../src/suite/parse-suite.ts';
import { listTrees } from '../../servers/fake/list-trees.ts';
import { writeSuite } from '../measurements.ts';
import { commitId, repository } from '../world.ts';

const suiteText = writeSuite({ tests: ['upload', 'download'] });
const files: Record<string, string> = {
  'perigee.yml': suiteText,
  'upload.mjs': 'u',
  'download.mjs': 'd',
  'src/hash.js': 'h',
  'src/deep/one.js': '1',
  'docs/a.md': 'a',
  'vendor/lib': 'mode 160000:a commit',
  current: 'mode 120000:src',
};
const readsOf = (changes: Partial<ObservedReads> = {}): ObservedReads => ({
  ...{ paths: ['upload.mjs', 'src', 'src/hash.js'], listed: [], doubts: [], seesQuestions: true },
  ...changes,
});
const observed = commitId('observed');

interface Case {
  reads?: ObservedReads;
  setup?: ObservedReads;
  /** What the change changes; null takes away. */
  changes?: Record<string, string | null>;
  /** What the observed commit has besides. */
  more?: Record<string, string>;
  /** What was changed on the base since it was observed. */
  since?: Record<string, string | null>;
  suite?: string;
  planDigest?: string;
  isWhole?: boolean;
  claimed?: string[];
}

function change(all: Record<string, string>, by: Record<string, string | null>) {
  const changed = new Map(Object.entries(all));
  for (const [path, content] of Object.entries(by)) {
    if (content === null) changed.delete(path);
    else changed.set(path, content);
  }
  return changed;
}

async function prove(one: Case) {
  const { changes = {}, claimed = ['upload'], isWhole = true, reads = readsOf(), since = {} } = one;
  const ofObserved = { ...files, ...one.more };
  const base = change(ofObserved, since);
  const commits = new Map([
    [observed, listTrees(new Map(Object.entries(ofObserved)))],
    [commitId('base'), listTrees(base)],
    [commitId('head'), listTrees(change(Object.fromEntries(base), changes))],
  ]);
  const planned = parseSuite(one.suite ?? suiteText, 'perigee.yml');
  const plan = planBuild(planned, 1);
  if (typeof plan === 'string') throw new Error(plan);
  const observation: ObservationRecord = {
    ...{ schema: 'perigee/observation', version: 1, commit: observed, by: ['strace'] },
    observedAt: '2026-11-21T06:00:00Z',
    ...(one.setup === undefined ? {} : { setup: one.setup }),
    tests: [{ name: 'upload', reads }],
    entries: [{ path: 'upload.mjs', kind: 'file' }],
  };
  let asked = 0;
  const answer = await proveLeftOut({
    github: {
      findTree: async (_, commit) => commits.get(commit)?.root ?? '',
      readTree: async (_, id) => {
        asked += 1;
        const trees = [...commits.values()].map((commit) => commit.trees.get(id));
        return { entries: trees.find((each) => each !== undefined) ?? new Map(), isWhole };
      },
    },
    ledger: {
      findObservation: ({ planDigest }) =>
        planDigest === (one.planDigest ?? plan.digest) ? observation : undefined,
    },
    ...{ repository, planned, plan, claimed },
    ...{ before: commitId('base'), after: commitId('head') },
  });
  return { ...answer, asked };
}

const equal: [string, Case][] = [
  ['touches a README', { changes: { 'README.md': 'new' } }],
  ['touches another folder', { changes: { 'docs/a.md': 'b', 'docs/b.md': 'b' } }],
  ['adds a file to a folder that is not listed', { changes: { 'src/new.js': 'n' } }],
  [
    'changes a file in a folder that is listed',
    {
      reads: readsOf({ listed: ['src/deep'] }),
      changes: { 'src/deep/one.js': '2' },
    },
  ],
  ['is on a base that has moved on elsewhere', { since: { 'docs/a.md': 'b' } }],
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
    {
      changes: { 'src/hash.js': null, 'src/deep/one.js': null, src: 'file' },
    },
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
    {
      reads: readsOf({ paths: ['src/new.js'] }),
      changes: { 'src/new.js': 'n' },
    },
    'src/new.js differs',
  ],
  [
    'adds a folder in which it looked',
    {
      reads: readsOf({ paths: ['lib/new.js'] }),
      changes: { 'lib/other.js': 'n' },
    },
    'lib differs',
  ],
  [
    'adds a name to a folder that it lists',
    { reads: listing, changes: { 'src/n.js': 'n' } },
    'src/n.js',
  ],
  [
    'takes a folder from one that it lists',
    {
      reads: listing,
      changes: { 'src/deep/one.js': null },
    },
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
    {
      suite: suiteText.replace('tests:', 'setup: [[make]]\ntests:'),
    },
    'setup was not observed',
  ],
  [
    'changes perigee.yml',
    { changes: { 'perigee.yml': `${suiteText}# new\n` } },
    'perigee.yml is not that',
  ],
  ['has another plan', { planDigest: 'f'.repeat(64) }, 'no run of the default branch'],
  ['names a test that did not pass', { claimed: ['download'] }, 'it did not pass while'],
  ['is in doubt', { reads: readsOf({ doubts: ['it makes links'] }) }, 'it makes links'],
  ['has a test that asks git', { reads: readsOf({ git: '.git/HEAD' }) }, '.git/HEAD was read'],
  [
    'is of more names than GitHub lists',
    { isWhole: false, changes: { 'docs/a.md': 'b' } },
    'more names',
  ],
  [
    'always has it measured',
    {
      suite: suiteText.replace('upload,', 'upload, affected: always,'),
    },
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
  const fill = (text: string) => Object.fromEntries(paths.map((path) => [path, text]));
  const reads = readsOf({ paths: paths.map((path) => `${path}.map`) });
  const { asked, problems } = await prove({ reads, more: fill('old'), changes: fill('new') });
  expect(problems[0]?.message).toContain('too many folders');
  expect(asked).toBeLessThanOrEqual(200);
});
