import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { findMetric } from '../../src/contract/metrics.ts';
import { executeHere, findSpan, nodeProgram, pythonProgram } from './execute-here.ts';

const programs = {
  node: {
    nested: nodeProgram(
      `await profile('outer', async () => {
         annotate('size', 2);
         await profile('inner', () => annotate('kind_of', 'a'));
         annotate('late', true);
       });`,
    ),
    concurrent: nodeProgram(
      `import { setTimeout as sleep } from 'node:timers/promises';
       const one = (name, ms) => profile(name, async () => { await sleep(ms); annotate('ms', ms); });
       await Promise.all([one('short', 50), one('long', 300)]);`,
    ),
    repeated: nodeProgram(
      `for (let i = 0; i < 6; i += 1) await profile('r', () => annotate('odd', i % 2 === 1));`,
    ),
    failing: nodeProgram(
      `const error = await profile('f', () => { throw new RangeError('mine'); }).catch((error) => error);
       console.log(error.name, error.message, await profile('g', async () => 42));`,
    ),
    tooMany: nodeProgram(
      `for (let i = 0; i < 65; i += 1)
         await profile('v', () => annotate('number', i)).catch((error) => console.log(i, error.message));`,
    ),
    wrong: (call: string) =>
      nodeProgram(
        `await profile('w', () => { ${call} }).catch((error) => console.log(error.message));`,
      ),
    twoLines: nodeProgram(
      `await profile('a\\u2028b', () => 1).catch((error) => console.log(error.message));`,
    ),
    outside: nodeProgram(`try { annotate('a', 1) } catch (error) { console.log(error.message) }`),
  },
  python: {
    nested: pythonProgram(
      'with profile("outer"):',
      '  annotate("size", 2)',
      '  with profile("inner"): annotate("kind_of", "a")',
      '  annotate("late", True)',
    ),
    concurrent: pythonProgram(
      'import asyncio, threading, time',
      'async def one(name, ms):',
      '  async with profile(name):',
      '    await asyncio.sleep(ms / 1000)',
      '    annotate("ms", ms)',
      'async def main(): await asyncio.gather(one("short", 50), one("long", 300))',
      'asyncio.run(main())',
    ),
    repeated: pythonProgram(
      'for i in range(6):',
      '  with profile("r"): annotate("odd", i % 2 == 1)',
    ),
    failing: pythonProgram(
      'try:',
      '  with profile("f"): raise LookupError("mine")',
      'except LookupError as error: print("RangeError", error, 42)',
      'with profile("g"): pass',
    ),
    tooMany: pythonProgram(
      'for i in range(65):',
      '  try:',
      '    with profile("v"): annotate("number", i)',
      '  except ValueError as error: print(i, error)',
    ),
    wrong: (call: string) =>
      pythonProgram(
        'try:',
        `  with profile("w"): ${call}`,
        'except ValueError as error: print(error)',
      ),
    twoLines: pythonProgram(
      'try:',
      '  with profile("a\\u2028b"): pass',
      'except ValueError as error: print(error)',
    ),
    outside: pythonProgram('try: annotate("a", 1)', 'except ValueError as error: print(error)'),
  },
};

describe.each(['node', 'python'] as const)('the SDK for %s', (language) => {
  const program = programs[language];

  test('nested spans know their parent and keep their own annotations', async () => {
    const execution = await executeHere(1, program.nested);
    expect(execution.log).toBe('');
    expect(findSpan(execution, 'outer')).toMatchObject({
      annotations: { size: 2, late: true },
      occurrences: 1,
    });
    expect(findSpan(execution, 'inner')).toMatchObject({
      annotations: { kind_of: 'a' },
      parent: 'outer',
    });
    for (const name of Object.keys(findSpan(execution, 'inner').values)) {
      expect(findMetric(name)).toBeDefined();
    }
    expect(execution.problems).toEqual([]);
  });

  test('concurrent spans each have their own time', async () => {
    const execution = await executeHere(0, program.concurrent);
    const [short, long] = [findSpan(execution, 'short'), findSpan(execution, 'long')];
    expect(short.annotations).toEqual({ ms: 50 });
    expect(long.values['latency']).toBeGreaterThanOrEqual(299e6);
    expect(short.values['latency']).toBeLessThan(long.values['latency'] ?? 0);
  });

  test('occurrences with the same annotations are folded', async () => {
    const { spans } = await executeHere(1, program.repeated);
    const folded = spans.filter((span) => span.span === 'r');
    expect(folded.map(({ annotations, occurrences }) => [annotations, occurrences])).toEqual([
      [{ odd: false }, 3],
      [{ odd: true }, 3],
    ]);
  });

  test('an error in a body reaches the test, and only that span is lost', async () => {
    const execution = await executeHere(0, program.failing);
    expect(execution.log).toBe('RangeError mine 42\n');
    expect(execution.spans.map((span) => span.span)).toEqual(['g', 'whole test']);
    expect(execution.problems).toMatchObject([{ code: 'span-failed', span: 'f' }]);
  });

  test('the 65th value of one key is refused at the end of its span', async () => {
    const execution = await executeHere(1, program.tooMany);
    expect(execution.log).toMatch(/^64 Perigee: annotation "number" has more than 64 different/);
    expect(execution.spans).toHaveLength(65);
    expect(execution.problems).toMatchObject([{ code: 'span-refused', span: 'v' }]);
  });

  test.each([
    ['annotate("test", 1)', 'is reserved'],
    ['annotate("1st", 1)', 'is not allowed'],
    ['annotate("__proto__", 1)', 'is not allowed'],
    [`annotate("${'k'.repeat(65)}", 1)`, '64'],
    [`annotate("v", "${'v'.repeat(257)}")`, 'has 257 characters, at most 256'],
    ['annotate("v", [1])', 'neither text, a finite number'],
  ])('%s is refused at the call', async (call, message) => {
    expect((await executeHere(0, program.wrong(call))).log).toContain(message);
  });

  test('a name of two lines is refused at the call', async () => {
    expect((await executeHere(0, program.twoLines)).log).toContain('is one line');
  });

  test('an annotation outside a span is refused', async () => {
    expect((await executeHere(0, program.outside)).log).toContain('outside a span');
  });

  test('without a collector nothing is checked and nothing is said', () => {
    const [command = '', ...values] = program.nested;
    const environment = { PATH: process.env['PATH'], PYTHONPATH: 'sdk/python' };
    expect(execFileSync(command, values, { env: environment, encoding: 'utf8' })).toBe('');
  });

  test('a collector that is gone does not disturb the test', () => {
    const [command = '', ...values] = program.nested;
    const environment = {
      PATH: process.env['PATH'],
      PYTHONPATH: 'sdk/python',
      PERIGEE_SOCKET: '/nonexistent/s',
    };
    expect(execFileSync(command, values, { env: environment, encoding: 'utf8' })).toBe('');
  });
});
