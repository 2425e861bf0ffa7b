/** A setup that brings the other side’s code would have a change compared with itself. */
import { expect, test } from 'vitest';
import { isGap } from '../../../src/contract/gaps.ts';
import { makeRepository } from '../stage/make-repository.ts';
import { makeTest, runTests } from '../stage/make-request.ts';

/** Measures a change of `work.sh` and a new file, after this setup on both sides. */
function runWith(setup: string, command = ['true']) {
  const repository = makeRepository({ 'work.sh': 'true\n', 'notes.txt': 'old\n' });
  repository.git('tag', 'start');
  repository.write('work.sh', 'true # slower\n');
  repository.write('fresh.txt', 'new\n');
  repository.commit('change');
  const sides = {
    before: { kind: 'revision', name: 'start' },
    after: { kind: 'revision', name: 'HEAD' },
  } as const;
  const suite = { repeats: 1, maxRepeats: 1, setup: [['sh', '-c', setup]] };
  return runTests(repository, [makeTest('one', { command })], { suite, sides });
}

const takeAll = 'git show start:work.sh > work.sh; rm -f fresh.txt';

test.each([
  ['checks the base out', 'git checkout --quiet start'],
  ['takes its files', takeAll],
  [
    'takes its files, and tells git to look away',
    `${takeAll}; git update-index --assume-unchanged work.sh fresh.txt; true`,
  ],
])('a setup that %s measures nothing', async (_, setup) => {
  await expect(runWith(setup)).rejects.toThrow('holds the code of the before side');
});

test('one that takes a part of the base is a gap', async () => {
  const { problems } = await runWith('git show start:work.sh > work.sh');
  const [told] = problems.filter(isGap);
  expect(told?.message).toBe('setup put files of the other side in the place of "work.sh"');
});

test('one that changes a file of the commit is named, and is no gap', async () => {
  const { problems } = await runWith('echo locked >> notes.txt; touch built');
  expect(problems.map(({ message, side }) => [side, message])).toEqual([
    ['before', 'setup changed files of the commit: "notes.txt"'],
    ['after', 'setup changed files of the commit: "notes.txt"'],
  ]);
  expect(problems.filter(isGap)).toEqual([]);
});

test('a test that checks the code of the other side out is a gap, and one that writes data is not', async () => {
  const { problems } = await runWith('true', [
    ...['sh', '-c', 'git checkout --quiet start -- . && echo again >> notes.txt && sh work.sh'],
  ]);
  expect(problems.filter(isGap)).toMatchObject([
    { side: 'after', message: 'a test put files of the other side in the place of "work.sh"' },
  ]);
});
