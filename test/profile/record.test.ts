import { describe, expect, test } from 'vitest';
import { readMeaning, type NumberDeclarations } from '../../src/contract/numbers.ts';
import { executeHere, findSpan, nodeProgram, pythonProgram, runNode } from './execute-here.ts';
import { describeEachSdk } from './sdks/each-sdk.ts';

describeEachSdk('record', (check, checkAtNight) => {
  check(
    'what outlives its span records for the whole test, and annotates nothing',
    'outliving',
    async (command) => {
      const { log, outcome, problems, ...ended } = await executeHere(0, command);
      expect([outcome.status, problems]).toEqual(['passed', []]);
      expect(findSpan({ ...ended, outcome, problems }, 'whole test').values['late']).toBe(5);
      expect(log).toMatch(/late.* was (called|annotated) outside a span/);
    },
  );

  check('belongs to its span, or to the whole test, in our units', 'numbers', async (command) => {
    const execution = await executeHere(0, command);
    expect(execution.log).toBe('');
    expect(execution.outcome.status).toBe('passed');
    const { annotations, values } = findSpan(execution, 'work');
    expect(annotations).toEqual({ size: 2 });
    expect(values).toMatchObject({ ops: 300, wait: 1.5e6 });
    expect(findSpan(execution, 'whole test').values['bundle.size']).toBe(12_000);
    const own = execution.metrics.filter(({ source }) => source === 'record');
    expect(own).toMatchObject([
      { name: 'ops', unit: 'count', unitName: 'ops/s', direction: 'higher' },
      { name: 'wait', unit: 'ns', direction: 'lower' },
      { name: 'bundle.size', unit: 'bytes', direction: 'lower' },
    ]);
  });

  check(
    'of many values is a distribution, of a few their mean',
    'distributions',
    async (command) => {
      const execution = await executeHere(0, command);
      expect(execution.log).toBe('');
      const { spreads, values } = findSpan(execution, 'work');
      expect(values).toMatchObject({
        'wait.p50': 100.5,
        'wait.p90': expect.closeTo(180.1) as number,
        'wait.p99': expect.closeTo(198.01) as number,
        'wait.max': 200,
        few: 15,
        'list.p50': 2,
        'list.max': 3,
        'histogram.p50': 1,
        'histogram.p99': 100,
      });
      expect(Object.keys(values)).not.toContain('wait');
      expect(spreads?.['wait']).toMatchObject({ count: 200 });
      expect(spreads?.['histogram']?.count).toBe(100);
    },
  );

  check('of a histogram with empty buckets keeps the others', 'emptyBuckets', async (command) => {
    const execution = await executeHere(0, command);
    expect([execution.log, execution.problems]).toEqual(['', []]);
    const { occurrences, spreads, values } = findSpan(execution, 'work');
    expect(occurrences).toBe(12);
    expect(spreads?.['buckets']?.count).toBe(12 * 7);
    expect(values).toMatchObject({ 'buckets.p50': 1, 'buckets.max': 3 });
    expect(values).not.toHaveProperty('none.p50');
  });

  check('refuses what is no number at the call', 'wrongValues', async (command) => {
    const execution = await executeHere(0, command);
    expect(execution.log.match(/a finite number, 0 or more/g)).toHaveLength(3);
    expect(execution.metrics.map(({ name }) => name)).not.toContain('ops');
  });

  check('is lost with a span that fails', 'failingWithNumbers', async (command) => {
    const execution = await executeHere(0, command);
    expect(execution.metrics.map(({ name }) => name)).not.toContain('ops');
    expect(execution.problems).toMatchObject([{ code: 'span-failed' }]);
  });

  check(
    'of a name that perigee.yml does not declare is refused by name',
    'undeclared',
    async (command) => {
      const numbers: NumberDeclarations = new Map([['ops', readMeaning('ops/s')]]);
      const execution = await executeHere(0, command, { numbers });
      expect(execution.log).toBe('');
      expect(execution.problems).toEqual([
        {
          code: 'number-refused',
          message: 'perigee.yml declares no number "opps" under metrics, only ops',
        },
      ]);
      expect(findSpan(execution, 'w').values['ops']).toBe(2);
      expect(execution.metrics.find(({ name }) => name === 'ops')).toMatchObject({
        unitName: 'ops/s',
        direction: 'higher',
      });
    },
  );

  checkAtNight(
    'beyond a million values leaves the number out and says so',
    'tooManyValues',
    async (command) => {
      const execution = await executeHere(0, command);
      expect(execution.log).toBe('');
      const { values } = findSpan(execution, 'w');
      expect(values).not.toHaveProperty('n.p50');
      expect(execution.problems.map(({ code }) => code)).toContain('numbers-left-out');
    },
  );
});

test('a histogram and single values of one number count together', async () => {
  const execution = await runNode(
    `record('n', 1); record('n', { values: [5], counts: [2] }); record('n', 1);`,
  );
  const { spreads, values } = findSpan(execution, 'whole test');
  expect(spreads?.['n']?.count).toBe(4);
  expect(values['n.p50']).toBe(3);
});

/** Each call, and after its number what it said: all of them in one process. */
const allAtTheCall = {
  node: (calls: readonly string[]) =>
    nodeProgram(
      calls
        .map((call, at) => `try { ${call} } catch (error) { console.log(${at}, error.message) }`)
        .join('\n'),
    ),
  python: (calls: readonly string[]) =>
    pythonProgram(
      ...calls.flatMap((call, at) => [
        'try:',
        `  ${call
          .replace(/\{ unit: ('.*?') \}/, 'unit=$1')
          .replace('NaN', 'float("nan")')
          .replaceAll('true', 'True')}`,
        `except ValueError as error: print(${at}, error)`,
      ]),
    ),
};

describe.each(['node', 'python'] as const)('record in %s', (language) => {
  const refusals = [
    ["record('Ops', 1)", 'small letters'],
    ["record('latency', 1)", "Perigee's own metrics"],
    ["record('ops', -1)", 'a finite number, 0 or more'],
    ["record('ops', NaN)", 'a finite number, 0 or more'],
    ["record('odd', 1, { unit: '<b>' })", 'a unit is text'],
    ["record('ops', 'many')", 'a value is a number'],
    ["record('ops', '12')", 'a value is a number'],
    ["record('ops', ['12'])", 'a value is a'],
    ["record('ops', true)", 'a value is a number'],
    ["record('ops', [true])", 'a value is a'],
    ["record('ops.p99', 1)", 'ends as the metrics of a distribution do'],
    ["record('ops', { 'values': [1, 2], 'counts': [1] })", 'has one count for each value'],
    ["record('ops', { 'values': [1], 'counts': [1.9] })", 'a count is a whole number, 0 or more'],
    ["record('ops', { 'values': [1], 'counts': [-1] })", 'a count is a whole number, 0 or more'],
    ["record('ops', { 'values': [1], 'counts': ['1'] })", 'a count is a whole number, 0 or more'],
    ["record('ops', { 'values': [1], 'counts': [true] })", 'a count is a whole number, 0 or more'],
  ] as const;
  let said: Promise<string> | undefined;

  test.each(refusals.map(([call, why], at) => [call, why, at] as const))(
    'refuses %s at the call',
    async (_call, why, at) => {
      const calls = refusals.map(([call]) => call);
      said ??= executeHere(0, allAtTheCall[language](calls)).then(({ log }) => log);
      expect((await said).split('\n').find((line) => line.startsWith(`${at} `))).toContain(why);
    },
  );
});
