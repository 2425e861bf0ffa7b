import { describe, expect, test } from 'vitest';
import { readMeaning, type NumberDeclarations } from '../../src/contract/numbers.ts';
import { executeHere, findSpan, nodeProgram, pythonProgram } from './execute-here.ts';

const programs = {
  node: {
    inSpan: nodeProgram(
      `await profile('work', () => {
         annotate('size', 2);
         record('ops', 300, { unit: 'ops/s', direction: 'higher' });
         record('wait', 1.5, { unit: 'ms' });
       });
       record('bundle.size', 12, { unit: 'kB' });`,
    ),
    many: nodeProgram(
      `await profile('work', () => {
         for (let i = 1; i <= 200; i += 1) record('wait', i);
         record('few', 10); record('few', 20);
         record('list', [3, 1, 2]);
         record('histogram', { values: [1, 100], counts: [98, 2] });
       });`,
    ),
    empty: nodeProgram(
      `for (let i = 0; i < 12; i += 1) await profile('work', () => {
         record('buckets', { values: [1, 2, 3], counts: [5, 0, 2] });
         record('none', { values: [1], counts: [0] });
       });`,
    ),
    wrong: (call: string) =>
      nodeProgram(`try { ${call} } catch (error) { console.log(error.message) }`),
    failing: nodeProgram(
      `await profile('work', () => { record('ops', 1); throw new Error('mine'); }).catch(() => {});`,
    ),
    twice: nodeProgram(`record('opps', 1); await profile('w', () => record('ops', 2));`),
    tooMany: nodeProgram(
      `await profile('w', () => { for (let i = 0; i < 1_000_001; i += 1) record('n', i); record('kept', 1); });`,
    ),
  },
  python: {
    inSpan: pythonProgram(
      'with profile("work"):',
      '  annotate("size", 2)',
      '  record("ops", 300, unit="ops/s", direction="higher")',
      '  record("wait", 1.5, unit="ms")',
      'record("bundle.size", 12, unit="kB")',
    ),
    many: pythonProgram(
      'with profile("work"):',
      '  for i in range(1, 201): record("wait", i)',
      '  record("few", 10); record("few", 20)',
      '  record("list", [3, 1, 2])',
      '  record("histogram", {"values": [1, 100], "counts": [98, 2]})',
    ),
    empty: pythonProgram(
      'for i in range(12):',
      '  with profile("work"):',
      '    record("buckets", {"values": [1, 2, 3], "counts": [5, 0, 2]})',
      '    record("none", {"values": [1], "counts": [0]})',
    ),
    wrong: (call: string) =>
      pythonProgram(
        'try:',
        `  ${call
          .replace(/\{ unit: ('.*?') \}/, 'unit=$1')
          .replace('NaN', 'float("nan")')
          .replaceAll('true', 'True')}`,
        'except ValueError as error: print(error)',
      ),
    failing: pythonProgram(
      'try:',
      '  with profile("work"):',
      '    record("ops", 1)',
      '    raise KeyError("mine")',
      'except KeyError: pass',
    ),
    twice: pythonProgram('record("opps", 1)', 'with profile("w"): record("ops", 2)'),
    tooMany: pythonProgram(
      'with profile("w"):',
      '  for i in range(1000001): record("n", i)',
      '  record("kept", 1)',
    ),
  },
};

describe.each(['node', 'python'] as const)('record in %s', (language) => {
  const program = programs[language];

  test('belongs to its span, or to the whole test, in our units', async () => {
    const execution = await executeHere(0, program.inSpan);
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

  test('of many values is a distribution, of a few their mean', async () => {
    const execution = await executeHere(0, program.many);
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
  });

  test('of a histogram with empty buckets keeps the others', async () => {
    const execution = await executeHere(0, program.empty);
    expect([execution.log, execution.problems]).toEqual(['', []]);
    const { occurrences, spreads, values } = findSpan(execution, 'work');
    expect(occurrences).toBe(12);
    expect(spreads?.['buckets']?.count).toBe(12 * 7);
    expect(values).toMatchObject({ 'buckets.p50': 1, 'buckets.max': 3 });
    expect(values).not.toHaveProperty('none.p50');
  });

  test.each([
    ["record('Ops', 1)", 'small letters'],
    ["record('latency', 1)", "Perigee's own metrics"],
    ["record('ops', -1)", 'a finite number, 0 or more'],
    ["record('ops', NaN)", 'a finite number, 0 or more'],
    ["record('ops', 1, { unit: '<b>' })", 'a unit is text'],
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
  ])('refuses %s at the call', async (call, why) => {
    const { log } = await executeHere(0, program.wrong(call));
    expect(log).toContain(why);
  });

  test('is lost with a span that fails', async () => {
    const execution = await executeHere(0, program.failing);
    expect(execution.metrics.map(({ name }) => name)).not.toContain('ops');
    expect(execution.problems).toMatchObject([{ code: 'span-failed' }]);
  });

  test('of a name that perigee.yml does not declare is refused by name', async () => {
    const numbers: NumberDeclarations = new Map([['ops', readMeaning('ops/s')]]);
    const execution = await executeHere(0, program.twice, { numbers });
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
  });

  test('beyond a million values leaves the number out and says so', async () => {
    const execution = await executeHere(0, program.tooMany);
    expect(execution.log).toBe('');
    const { values } = findSpan(execution, 'w');
    expect(values).not.toHaveProperty('n.p50');
    expect(execution.problems.map(({ code }) => code)).toContain('numbers-left-out');
  });
});

test('a histogram and single values of one number count together', async () => {
  const execution = await executeHere(
    0,
    nodeProgram(`record('n', 1); record('n', { values: [5], counts: [2] }); record('n', 1);`),
  );
  const { spreads, values } = findSpan(execution, 'whole test');
  expect(spreads?.['n']?.count).toBe(4);
  expect(values['n.p50']).toBe(3);
});
