import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Counter } from '../../../src/contract/counter.ts';
import type { SpanProfile } from '../../../src/contract/documents.ts';
import { wholeTestSpan, type ExecutionRequest } from '../../../src/contract/execution.ts';
import type { SuiteTest } from '../../../src/contract/suite.ts';
import { steadyVariables } from '../../../src/profile/instructions/steady-environment.ts';
import { resumeRun } from '../../../src/runner/resume-run.ts';
import { runSuite } from '../../../src/runner/run-suite.ts';
import { executeLocally } from '../stage/execute-locally.ts';
import { cleanEnvironment, makeRepository } from '../stage/make-repository.ts';
import { makeRequest, makeTest, runTests } from '../stage/make-request.ts';

const tool = 'proc_pid_rusage of Darwin 24.6.0';
const variables = { PYTHONHASHSEED: '0', GOMAXPROCS: '1' };

/** As on macOS. @param count of an execution, or none */
function countNatively(
  count: (wanted: ExecutionRequest) => number | undefined,
  own: SuiteTest['environment'] = {},
  more: Partial<Counter> = {},
) {
  const repository = makeRepository({ 'work.txt': 'old' });
  repository.write('work.txt', 'new');
  const asked: ExecutionRequest['counts'][] = [];
  const seen: ExecutionRequest['environment'][] = [];
  const one = makeTest('one', {
    ...{ command: ['cat', 'work.txt'], measure: ['instructions'], environment: own },
  });
  const controller = new AbortController();
  const request = makeRequest(repository, [one], {
    environment: { ...cleanEnvironment, PYTHONHASHSEED: '7', GOMAXPROCS: '8' },
    ports: {
      signal: controller.signal,
      counter: { tool, settings: ['PYTHONHASHSEED=0'], variables, isNative: true, ...more },
      async execute(wanted) {
        asked.push(wanted.counts);
        const execution = await executeLocally(wanted);
        if (wanted.counts === undefined) return execution;
        seen.push(wanted.environment);
        const value = count(wanted);
        const values: Record<string, number> = value === undefined ? {} : { instructions: value };
        const named = { span: wholeTestSpan, annotations: {}, occurrences: 1 };
        return { ...execution, metrics: [], spans: [{ ...named, values }] };
      },
    },
  });
  const id = 'the-run';
  const resume = () => resumeRun({ ...request, id, ports: { ...request.ports, signal } });
  const { signal } = new AbortController();
  return { asked, controller, resume, seen, record: runSuite({ ...request, id }) };
}

test('where the machine counts itself, a test is counted as a whole', async () => {
  const { asked, record } = countNatively(() => 5_000_000);
  const { counting } = await record;

  expect(counting?.tool).toBe(tool);
  expect(counting?.profiles.map(({ side, spans }) => [side, spans[0]?.values])).toEqual(
    ['before', 'before', 'after', 'after'].map((side) => [side, { instructions: 5_000_000 }]),
  );
  expect(asked.filter((counts) => counts !== undefined)).toEqual(Array(4).fill('whole'));
});

test('modules are compiled before a test is counted, even where Python is told to keep none', async () => {
  const repository = makeRepository({ 'work.py': '' });
  repository.write('new.txt', 'new');
  const measure = ['times', 'instructions'] as const;
  const one = makeTest('one', { command: ['python3', '-c', 'import work'], measure });
  const compiled: boolean[] = [];
  const { problems } = await runTests(repository, [one], {
    environment: { ...cleanEnvironment, PYTHONDONTWRITEBYTECODE: '1' },
    ports: {
      counter: { tool, settings: [], variables: steadyVariables, isNative: true },
      async execute(wanted) {
        const isThere = existsSync(join(wanted.directory, '__pycache__'));
        if (wanted.counts !== undefined) compiled.push(isThere);
        return executeLocally(wanted);
      },
    },
  });

  expect(problems).toMatchObject([{ code: 'not-counted' }]);
  expect(compiled).toEqual([true, true, true, true]);
});

test('a test that fails with the settings for counting is not counted, and its log is named', async () => {
  const repository = makeRepository({ 'work.txt': 'old' });
  repository.write('work.txt', 'new');
  const command = ['sh', '-c', 'test "$GOMAXPROCS" != 1'];
  const one = makeTest('one', { command, measure: ['instructions'] });
  const ports = { counter: { tool, settings: [], variables }, execute: executeLocally };
  const { counting, problems } = await runTests(repository, [one], { ports });

  expect(counting?.profiles).toEqual([]);
  expect(problems).toMatchObject([{ code: 'not-counted', test: 'one' }]);
  expect(problems[0]?.message).toMatch(
    /it failed .*before it was counted; its output is in logs.*warm-up\.log$/,
  );
});

test('what makes counts repeatable wins over the shell, and the suite over both, which the record says', async () => {
  const { record, seen } = countNatively(() => 5_000_000, { GOMAXPROCS: '2' });
  const { counting } = await record;

  expect(seen).toHaveLength(4);
  for (const environment of seen) {
    expect(environment).toMatchObject({ PYTHONHASHSEED: '0', GOMAXPROCS: '2' });
  }
  expect(counting?.settings).toEqual([
    'PYTHONHASHSEED=0',
    'not GOMAXPROCS=1, as perigee.yml sets it: one',
  ]);
});

test.each([
  ['is so in each layout of memory', [5e6, 6e6], [5.1e6, 5.9e6], [5e6, 5.9e6], 8],
  ['comes from where memory lies', [5e6, 6e6], [6e6, 5e6], [5e6, 5e6], 8],
  ['is so small that nobody is told', [5e6, 5.01e6], [], [5e6, 5.01e6], 4],
  ['was lost in the other layout', [5e6, 6e6], [5e6, undefined], [5e6, 6e6], 8],
])(
  'a difference that %s shows by the fewer counts of each side',
  async (_, one, other, kept, runs) => {
    const { asked, record } = countNatively(
      ({ directory, environment }) => {
        const side = readFileSync(join(directory, 'work.txt'), 'utf8') === 'new' ? 1 : 0;
        return (environment['PERIGEE_LAYOUT'] === '1' ? other : one)[side];
      },
      {},
      { otherLayout: { PERIGEE_LAYOUT: '1' } },
    );
    const { counting, problems } = await record;

    const wasLost = other.includes(undefined);
    expect(problems.map(({ code }) => code)).toEqual(wasLost ? ['counts-tell-little'] : []);
    expect(asked.filter((counts) => counts !== undefined)).toHaveLength(runs);
    const [before, after] = kept;
    expect(counting?.profiles.map(({ spans }) => spans[0]?.values['instructions'])).toEqual([
      before,
      before,
      after,
      after,
    ]);
  },
);

test('where runs of a side differ, as many are counted in the other layout, each once', async () => {
  const counts = { old: [5e6, 5.01e6, 5.02e6, 5.03e6], new: [6e6, 6e6, 6e6, 6e6] };
  const others = { old: [4.1e6, 4.2e6, 4.3e6, 4.4e6], new: [6e6, 6e6, 6e6, 6e6] };
  const { record } = countNatively(
    ({ directory, environment }) => {
      const side = readFileSync(join(directory, 'work.txt'), 'utf8') === 'new' ? 'new' : 'old';
      return (environment['PERIGEE_LAYOUT'] === '1' ? others : counts)[side].shift();
    },
    {},
    { otherLayout: { PERIGEE_LAYOUT: '1' } },
  );
  const { counting, problems } = await record;

  expect(problems).toEqual([]);
  const before = counting?.profiles.filter(({ side }) => side === 'before');
  expect(before?.map(({ spans }) => spans[0]?.values['instructions'])).toEqual([
    ...[4.1e6, 4.2e6, 4.3e6, 4.4e6],
  ]);
});

test.each([0, 3])(
  'stopped in count %i, a run is interrupted and can be resumed',
  async (stopped) => {
    let counted = 0;
    const { controller, record, resume } = countNatively(() => {
      if (counted++ === stopped) controller.abort();
      return 5_000_000;
    });

    expect(await record).toMatchObject({ status: 'interrupted', problems: [] });
    const { counting, status } = await resume();
    expect([status, counting?.profiles.length]).toEqual(['complete', 4]);
  },
);

test('spans that start processes are counted again with the whole test', async () => {
  const repository = makeRepository({ 'work.txt': 'old' });
  repository.write('work.txt', 'new');
  const asked: string[] = [];
  const one = makeTest('one', { command: ['cat', 'work.txt'], measure: ['instructions'] });
  const { counting, problems } = await runTests(repository, [one], {
    ports: {
      counter: { tool: 'callgrind of valgrind-3.19.0', settings: [], variables: {} },
      async execute(wanted) {
        const execution = await executeLocally(wanted);
        const span = { span: 'inner', annotations: {}, occurrences: 1, observedNs: 10 };
        if (wanted.counts === undefined) {
          const marked: SpanProfile = { ...span, values: {} };
          return { ...execution, spans: [...execution.spans, marked] };
        }
        asked.push(wanted.counts);
        const spans = [{ ...span, values: { instructions: 5_000_000 } }];
        return { ...execution, metrics: [], spans: wanted.counts === 'whole' ? spans : [] };
      },
    },
  });

  expect(problems).toEqual([]);
  expect(asked).toEqual([...Array(4).fill('spans'), ...Array(4).fill('whole')]);
  expect(counting?.profiles.length).toBe(4);
});

test.each([
  ['the last of the first runs', [5_000_000, 5_000_000, 5_000_000, undefined]],
  ['the last of the runs after those that differ', [5e6, 6e6, 7e6, 8e6, 5e6, 5e6, 5e6, undefined]],
])('a test without a count in %s is counted on neither side', async (_which, counts) => {
  const left = [...counts];
  const { record } = countNatively(() => left.shift());
  const { counting, problems } = await record;

  expect(left).toEqual([]);

  expect(counting?.profiles).toEqual([]);
  expect(problems).toMatchObject([{ code: 'not-counted', test: 'one' }]);
  expect(problems[0]?.message).toContain('it starts other processes');
});
