/** The tests of a change can reach the checkout of what it is compared with. */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { isGap } from '../../../src/contract/gaps.ts';
import type { RunRecord } from '../../../src/contract/documents.ts';
import { makeFolder, makeRepository } from '../stage/make-repository.ts';
import { makeTest, runTests } from '../stage/make-request.ts';

/** Measures a script that is `honest` before the change and `attack` after it. */
async function measure(
  attack: string,
  honest = 'true',
  setup = 'mkdir out; echo 1 > out/built',
): Promise<RunRecord> {
  const repository = makeRepository({
    'run.sh': honest,
    'lib/code.js': '1',
    '.gitignore': 'out\n',
  });
  repository.write('run.sh', attack);
  const tests = [makeTest('one', { command: ['sh', './run.sh'] })];
  const suite = {
    repeats: 1,
    maxRepeats: 1,
    setup: [['sh', '-c', setup]],
  };
  return runTests(repository, tests, { suite });
}

const inOther = 'for other in ../*/; do case $other in ../$(basename $PWD)/) ;; *)';
const told = ({ problems }: RunRecord): string[] =>
  problems
    .filter(({ code }) => code.startsWith('other-side'))
    .map(({ code, message }) => `${code}: ${message}`);

test('a test that writes into the checkout of the other side is found, and nothing is green', async () => {
  const record = await measure(`${inOther} echo 'sleep 1' > $other/run.sh;; esac; done`);
  expect(told(record)).toEqual([
    'other-side-changed: while the after side ran, files of the commit changed in the checkout of the before side: run.sh',
  ]);
  expect(record.problems.some(isGap)).toBe(true);
});

test.each([
  [
    'gives the file its old times back',
    'cp -p $other/lib/code.js old; echo 2 > $other/lib/code.js; touch -r old $other/lib/code.js',
  ],
  [
    'gives the file another name besides',
    'cp -p $other/lib/code.js old; echo 2 > $other/lib/code.js; ln $other/lib/code.js $PWD/name; touch -r old $other/lib/code.js',
  ],
  [
    'tells git to forget the file',
    'echo 2 > $other/lib/code.js; git -C $other rm --quiet --cached lib/code.js',
  ],
  ['takes the file away', 'rm -f $other/lib/code.js'],
])('one that %s is found too', async (_what, attack) => {
  const record = await measure(`${inOther} ${attack};; esac; done`);
  expect(told(record)[0]).toMatch(/^other-side-changed: .* before side: lib\/code\.js$/);
});

test('the idle start of a program is watched as its tests are, and kept from the other side', async () => {
  const repository = makeRepository({ 'code.js': '1' });
  const asked: (readonly string[])[] = [];
  const nowhere = makeFolder();
  const record = await runTests(repository, [makeTest('one', { command: ['true'] })], {
    ports: {
      measureStart: ({ hidden = [] }) => {
        asked.push(hidden);
        // Where nothing is hidden from it, it writes to nobody’s folder.
        writeFileSync(join(hidden[0] ?? nowhere, 'code.js'), '2');
        return Promise.resolve(undefined);
      },
    },
  });
  expect(asked[0]?.map((path) => basename(path)).slice(1)).toEqual([
    'runs',
    'builds',
    'artifacts',
    'observations',
  ]);
  expect(told(record)[0]).toMatch(/^other-side-changed: .* before side: code\.js$/);
});

test('what setup has built is named where it changes, but may belong to a service', async () => {
  const record = await measure(`${inOther} echo 2 > $other/out/built;; esac; done`);
  expect(told(record)).toEqual([
    'other-side-touched: while the after side ran, files that git does not track changed in the checkout of the before side: out/built',
  ]);
  expect(record.problems.some(isGap)).toBe(false);
});

test.each([
  ['what it has built', 'before', 'test -e $other/out && echo 2 > $other/out/built'],
  [
    'where nothing is yet',
    'after',
    'test -e $other/out || { mkdir $other/out; echo 2 > $other/out/built; }',
  ],
  ['files of the commit', 'before', 'test -e $other/out && echo 2 > $other/lib/code.js'],
])('a setup that writes into the other checkout is a gap: %s', async (_, side, attack) => {
  const setup = `${inOther} ${attack};; esac; done; mkdir -p out; echo 1 > out/built`;
  const record = await measure('true; true', 'true', setup);
  expect(told(record)[0]).toMatch(
    new RegExp(
      `^other-side-changed: while the .* side was set up, .* of the ${side} side: .*(built|code)`,
    ),
  );
  expect(record.problems.some(isGap)).toBe(true);
});

test('setups may share a cache with hard links, and use git', async () => {
  const cache = makeFolder();
  const setup = `test -e ${cache}/one || echo 1 > ${cache}/one; mkdir out; ln ${cache}/one out/built; git status; git fetch -q .`;
  expect(told(await measure('true; true', 'true', setup))).toEqual([]);
});

test('where the disk has another time than the machine, nobody watches, and the record says so', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 });
  onTestFinished(() => void vi.useRealTimers());
  const { problems } = await measure('true; true');
  expect(problems.map(({ code }) => code)).toContain('sides-not-watched');
});

test('a test may write into its own checkout, files of the commit too', async () => {
  const own = 'echo 2 >> lib/code.js; echo 3 > out/built; mkdir -p made; echo 4 > made/file';
  expect(told(await measure(`${own}; true`, own))).toEqual([]);
});

test('folders and environment of both sides are alike, and do not name the side', async () => {
  const seen = join(makeFolder(), 'seen');
  await measure(
    `pwd >> ${seen}; env | sort >> ${seen}`,
    `pwd >> ${seen}; env | sort >> ${seen}; true`,
  );
  const lines = readFileSync(seen, 'utf8').split('\n');
  const folders = lines.filter((line) => line.startsWith('/'));
  expect(new Set(folders).size).toBe(2);
  expect(new Set(folders.map(({ length }) => length)).size).toBe(1);
  expect(folders.join('\n')).not.toMatch(/before|after|base|head/);
  const count = Map.groupBy(lines, (line) => line);
  // PWD and OLDPWD aside, each variable is the same in both executions.
  const rest = lines.filter((line) => /^\w+=/.test(line) && !/^(OLD)?PWD=/.test(line));
  expect(rest.every((line) => count.get(line)?.length === 2)).toBe(true);
});
