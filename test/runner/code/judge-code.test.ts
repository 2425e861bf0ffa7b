import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { RunRecord } from '../../../src/contract/documents.ts';
import {
  describeTalk,
  type Observation,
  type Observer,
} from '../../../src/contract/observation.ts';
import { openCodeJudge } from '../../../src/runner/code/judge-code.ts';
import { openRepository } from '../../../src/runner/revisions/repository.ts';
import type { SideViews } from '../../../src/runner/view/side-views.ts';
import type { SideWatch } from '../../../src/runner/worktrees/watch-sides.ts';
import { makeVersions } from '../stage/compare-versions.ts';
import { cleanEnvironment, makeFolder } from '../stage/make-repository.ts';
import { makeTest } from '../stage/make-test.ts';

interface Plant {
  environment?: Record<string, string>;
  isServed?: boolean;
  problems?: RunRecord['problems'];
  views?: Partial<SideViews>;
  /** Whether setup of after has written all that is there. */
  isWritten?: boolean;
}

const files = { 'a.js': 'VERSION', 'b.js': 'VERSION' };

async function plant(
  { environment = {}, isServed = false, isWritten, problems = [], views }: Plant = {},
  versions = makeVersions(files),
) {
  const folder = makeFolder();
  const write = (path: string): string => {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, '');
    return file;
  };
  const always = [{ fromMs: 0, toMs: Number.MAX_SAFE_INTEGER }];
  const listSetups: SideWatch['listSetups'] = (side) => (side === 'after' ? always : []);
  const sides = { before: { commit: versions.before }, after: { commit: versions.after } };
  const judge = await openCodeJudge(
    {
      checkouts: { before: [join(folder, 'run/before')], after: [join(folder, 'run/after')] },
      environmentOf: () => environment,
      record: { ...sides, problems } as RunRecord,
      root: versions.root,
      isServed,
      ...(isWritten === true && { sideWatch: { listSetups } as SideWatch }),
      ...(views && { views: views as SideViews }),
    },
    await openRepository(versions.root, cleanEnvironment),
    [versions.root],
  );
  return { judge, root: versions.root, write };
}

function observe(paths: readonly string[], doubts: readonly string[] = []): Observation {
  const touched = new Map(paths.map((path) => [path, 'read'] as const));
  const nothing = new Set<string>();
  return {
    means: ['strace'],
    touched,
    made: nothing,
    created: nothing,
    seesQuestions: false,
    doubts,
  };
}

const one = makeTest('one');
const outside = makeTest('outside', { code: 'outside' });

describe('a test that was observed', () => {
  test('has the first foreign file named, and the others counted', async () => {
    const { judge, root } = await plant();
    const [found, ...more] = judge.judge(one, 'after', observe([`${root}/a.js`, `${root}/b.js`]));
    expect(more).toEqual([]);
    expect(found).toMatchObject({ code: 'foreign-code', test: 'one', side: 'after' });
    expect(found?.message).toMatch(/^it read \S+\/a\.js, .*; 1 more such files$/);
  });

  test('is well when it reads its own checkout', async () => {
    const { judge, write } = await plant();
    expect(judge.judge(one, 'after', observe([write('run/after/a.js')]))).toEqual([]);
  });

  test('is a gap when it reads nothing of its side, unless a service may hold the code', async () => {
    const read = observe(['/bin/sh']);
    const [found] = (await plant()).judge.judge(one, 'before', read);
    expect(found).toMatchObject({ code: 'no-own-code', test: 'one', side: 'before' });
    expect(found?.message).toContain('write code: outside at the test in perigee.yml');
    expect((await plant({ isServed: true })).judge.judge(one, 'before', read)).toEqual([]);
  });

  test('is no gap while the starter holds its place, which is said already', async () => {
    const problems = [{ code: 'placeholder-test', message: 'it sleeps', test: 'one' }];
    const { judge } = await plant({ problems });
    expect(judge.judge(one, 'before', observe(['/bin/sh']))).toEqual([]);
    expect(judge.judge(makeTest('two'), 'before', observe(['/bin/sh']))).toHaveLength(1);
  });

  test('reads foreign code on the before side in what setup of after wrote, and its own after', async () => {
    const { judge, write } = await plant({ isWritten: true });
    const read = observe([write('elsewhere/tool')]);
    const [found] = judge.judge(one, 'before', read);
    expect(found?.message).toContain('which setup of the after side has written');
    expect(judge.judge(one, 'after', read)).toEqual([]);
  });

  test('reads its own code where a view finds it in a layer', async () => {
    const views = { find: (): string => '/bin/sh' };
    const { judge } = await plant({ views });
    expect(judge.judge(one, 'before', observe(['/opt/not-there/tool']))).toEqual([]);
  });

  test.each(['/var/run/docker.sock', '/run/user/1000/podman/podman.sock'])(
    'is a gap when it talks to %s, where the code may run',
    async (socket) => {
      const { judge, write } = await plant();
      const read = observe([write('run/after/a.js')], [describeTalk(socket)]);
      const [found] = judge.judge(one, 'after', read);
      expect(found).toMatchObject({ code: 'foreign-code' });
      expect(found?.message).toContain(`it talks to ${socket}`);
    },
  );

  test('may read anything where the suite says that its code is outside', async () => {
    const { judge, root } = await plant();
    expect(judge.judge(outside, 'after', observe([`${root}/a.js`]))).toEqual([]);
    expect(await judge.explainUnseen(outside, 'after', undefined)).toEqual([]);
  });
});

describe('a test that was not observed', () => {
  const observer: Observer = { means: ['strace'], observe: () => Promise.reject(new Error()) };

  test('is a gap when variables lead into the repository, unless a view shows the side there', async () => {
    const versions = makeVersions(files);
    const { root } = versions;
    const environment = { LIBRARIES: `/usr/lib:${root}/src`, PWD: root };
    const { judge } = await plant({ environment }, versions);
    const [found] = await judge.explainUnseen(one, 'after', undefined);
    expect(found).toMatchObject({ code: 'code-not-observed', test: 'one', side: 'after' });
    expect(found?.message).toContain(
      '; LIBRARIES leads to code that is not this side’s: run perigee',
    );
    const inView = await plant({ environment, views: {} }, versions);
    const [safe] = await inView.judge.explainUnseen(one, 'after', undefined);
    expect(safe).toMatchObject({ code: 'code-unseen' });
  });

  test('is no gap when no variable leads into the repository', async () => {
    const { judge } = await plant({ environment: { LIBRARIES: '/usr/lib' } });
    const found = await judge.explainUnseen(one, 'after', undefined);
    expect(found).toMatchObject([{ code: 'code-unknown' }]);
  });

  test.each<[string, Observer | undefined, RegExp]>([
    ['nothing observes', undefined, /: install strace/],
    ['it fails while it is watched', observer, /: it fails while it is watched/],
  ])('says why where %s', async (_why, given, expected) => {
    const { judge } = await plant();
    const [found] = await judge.explainUnseen(one, 'after', given);
    expect(found?.message).toMatch(expected);
  });
});
