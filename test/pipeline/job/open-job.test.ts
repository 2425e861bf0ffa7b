import { expect, test } from 'vitest';
import { openRepository } from '../../../src/runner/revisions/repository.ts';
import { readSuite } from '../../../src/pipeline/job/open-job.ts';
import type { SuiteOfChange } from '../../../src/suite/keep-thresholds.ts';
import { cleanEnvironment, makeRepository } from '../../runner/stage/make-repository.ts';

const draft = (changes: Partial<Record<'repeats' | 'tests' | 'thresholds', string>> = {}): string =>
  `version: 1
suite: sync
${changes.repeats ?? 'repeats: 5\nmaxRepeats: 20'}
tests:
${changes.tests ?? '  - { name: upload, command: [a], tags: [gate] }\n  - { name: list, command: [b], tags: [gate] }'}
${changes.thresholds ?? "thresholds:\n  rules:\n    - { match: { tag: gate, metric: '*' }, worse: 5% }"}
`;

/** The suite of a change from one perigee.yml to another. */
async function readChange(old: string | undefined, changed: string): Promise<SuiteOfChange> {
  const made = makeRepository(old === undefined ? { 'work.mjs': '' } : { 'perigee.yml': old });
  const before = { commit: made.git('rev-parse', 'HEAD'), label: 'main' };
  made.write('perigee.yml', changed);
  const after = { commit: made.commit('change'), label: 'change' };
  const repository = await openRepository(made.root, cleanEnvironment);
  return readSuite(repository, { before, after }, 'perigee.yml');
}

test('a change that says nothing new is read without a word', async () => {
  const { suite, notes, problems } = await readChange(draft(), draft());
  expect([suite.thresholds.length, notes, problems]).toEqual([1, [], []]);
});

test('a change that loosens its thresholds is judged by the old ones, and that is said', async () => {
  const looser = draft().replace('worse: 5%', 'worse: 500%');
  const { suite, notes } = await readChange(draft(), looser);
  expect(suite.thresholds).toMatchObject([{ relative: 0.05 }]);
  expect(notes).toEqual([expect.stringContaining('until then the old ones')]);
});

test('a change cannot loosen a file of thresholds that suites share either', async () => {
  const limits = (worse: string) =>
    `thresholds: { rules: [{ match: { test: upload }, worse: ${worse} }] }`;
  const made = makeRepository({
    'perigee.yml': draft({ thresholds: 'thresholds: { from: limits.yml }' }),
    'limits.yml': limits('5%'),
  });
  const before = { commit: made.git('rev-parse', 'HEAD'), label: 'main' };
  made.write('limits.yml', limits('500%'));
  const after = { commit: made.commit('change'), label: 'change' };
  const repository = await openRepository(made.root, cleanEnvironment);
  const { notes, suite } = await readSuite(repository, { before, after }, 'perigee.yml');
  expect(suite.thresholds).toMatchObject([{ where: 'limits.yml:1:23', relative: 0.05 }]);
  expect(notes).toEqual([expect.stringContaining('until then the old ones')]);
});

test('thresholds that ask for the same stand on the lines that they have after the change', async () => {
  const { suite, notes } = await readChange(draft(), `# A comment more.\n\n${draft()}`);
  expect(suite.thresholds[0]?.where).toMatch(/^perigee\.yml:12:/);
  expect(notes).toEqual([]);
});

test('a change does not slip out of a rule by taking a tag away', async () => {
  const { suite, notes } = await readChange(draft(), draft().replace('[a], tags: [gate]', '[a]'));
  expect(suite.tests.map(({ name, tags }) => [name, tags])).toEqual([
    ['upload', ['gate']],
    ['list', ['gate']],
  ]);
  expect(notes).toEqual([expect.stringContaining('the old ones choose the thresholds')]);
});

test.each([
  ['taken out', '  - { name: list, command: [b], tags: [gate] }'],
  [
    'moved to the night',
    '  - { name: upload, command: [a], when: nightly }\n  - { name: list, command: [b], tags: [gate] }',
  ],
  [
    'renamed',
    '  - { name: uploads, command: [a] }\n  - { name: list, command: [b], tags: [gate] }',
  ],
])('a test that is %s is named: it cannot turn red any more', async (_title, tests) => {
  const { problems } = await readChange(draft(), draft({ tests }));
  expect(problems).toMatchObject([
    { code: 'tests-taken-out', message: expect.stringContaining('before: "upload"') as string },
  ]);
});

test('fewer pairs than before are told', async () => {
  const { problems } = await readChange(draft(), draft({ repeats: 'repeats: 2\nmaxRepeats: 4' }));
  expect(problems).toMatchObject([
    {
      code: 'fewer-repeats',
      message: expect.stringContaining('repeats 5 → 2, maxRepeats 20 → 4') as string,
    },
  ]);
});

test.each([
  ['is new', undefined, 'is new with this change'],
  ['was not valid', 'version: 7\n', 'was not valid before this change'],
])('where the file %s, its own thresholds count, and that is said', async (_title, old, note) => {
  const { suite, notes } = await readChange(old, draft());
  expect(suite.thresholds).toMatchObject([{ relative: 0.05 }]);
  expect(notes).toEqual([expect.stringContaining(note)]);
});

test('a change without the file is refused with what to do', async () => {
  const made = makeRepository();
  const after = { commit: made.git('rev-parse', 'HEAD'), label: 'main' };
  const repository = await openRepository(made.root, cleanEnvironment);
  await expect(readSuite(repository, { after }, 'perigee.yml')).rejects.toThrow(
    /has no file perigee\.yml[^]*perigee init/,
  );
});

test('an old threshold is found again where the change has moved it, or at the top where it is gone', async () => {
  const rules = (...lines: string[]) =>
    draft({ thresholds: `thresholds:\n  rules:\n${lines.join('\n')}` });
  const latency = '    - { match: { metric: latency }, worse: 5% }';
  const disk = '    - { match: { metric: disk.writes }, worse: 5% }';
  const looser = '    - { match: { metric: latency }, worse: 50% }';
  const { moved } = await readChange(rules(latency, disk), `# More.\n${rules(looser)}`);
  expect([...(moved ?? [])]).toEqual([
    ['perigee.yml:10:7', 'perigee.yml:11:7'],
    ['perigee.yml:11:7', 'perigee.yml:1:1'],
  ]);
});

test('tests and their timeouts know their lines', async () => {
  const tests = '  - name: upload\n    command: [a]\n    timeout: 2s';
  const text = draft({ tests, thresholds: '' });
  const { suite } = await readChange(text, text);
  expect(suite.tests[0]).toMatchObject({
    where: 'perigee.yml:6:5',
    timeoutWhere: 'perigee.yml:8:5',
  });
});

test('a number keeps the meaning of the base until the change that takes it out is merged', async () => {
  const declare = (metrics: string): string => `${draft()}metrics:\n${metrics}`;
  const old = declare('  speed: { unit: points, direction: higher }\n  wait: { unit: ms }\n');
  for (const changed of [draft(), declare('  wait: { unit: s, direction: higher }\n')]) {
    const { suite } = await readChange(old, changed);
    expect(suite.numbers?.get('speed')).toMatchObject({ direction: 'higher', unitName: 'points' });
    expect(suite.numbers?.get('wait')).toMatchObject({ direction: 'lower', factor: 1e6 });
  }
  const { suite } = await readChange(old, declare('  fresh: { unit: ms }\n'));
  expect([...(suite.numbers?.keys() ?? [])].toSorted()).toEqual(['fresh', 'speed', 'wait']);
});

test.each([
  ['adds', draft(), {}],
  ['replaces', `${draft()}host: { cpus: one }\n`, { cpus: 'one' }],
  ['brings with its first perigee.yml', undefined, {}],
  ['brings where the old file was not valid', 'version: 7\n', {}],
])('programs that a change wants stopped run on: it %s host', async (_title, old, expected) => {
  const changed = `${draft()}host: { stop: [postgres] }\n`;
  const { problems, suite } = await readChange(old, changed);
  expect(suite.host).toEqual(expected);
  if (old?.startsWith('version: 1') !== true) return;
  expect(problems).toMatchObject([
    { code: 'suite-changed', message: expect.stringContaining('another host') as string },
  ]);
});

test.each([
  ['the branch that others are merged into', true, { cpus: 'one' }],
  ['any other branch', false, {}],
])('what is measured alone sets up the machine on %s', async (_title, isOwnBranch, expected) => {
  const made = makeRepository({ 'perigee.yml': `${draft()}host: { cpus: one }\n` });
  const after = { commit: made.git('rev-parse', 'HEAD'), label: 'main' };
  const repository = await openRepository(made.root, cleanEnvironment);
  const { suite } = await readSuite(repository, { after }, 'perigee.yml', isOwnBranch);
  expect(suite.host).toEqual(expected);
});
