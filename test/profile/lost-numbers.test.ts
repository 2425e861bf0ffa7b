/** A process that ends before it has sent its numbers: a part of the values never counts as all. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findSpan, runNode, runPython } from './execute-here.ts';

/** Until the collector has answered what was recorded before: it takes the messages of a process in their order. */
const untilSent = `for (let i = 0; i < 10; i += 1) await profile('sent', () => undefined);`;

test.each([
  ['right after the call', ''],
  ['while the first of them are sent', `await new Promise((resolve) => setImmediate(resolve));`],
  [
    'after a few messages',
    `const { Socket } = await import('node:net');
     const { write } = Socket.prototype;
     let written = 0;
     Socket.prototype.write = function (...line) {
       if ((written += 1) === 5) process.exit(0);
       return write.apply(this, line);
     };
     await new Promise((resolve) => setTimeout(resolve, 20_000));`,
  ],
])('values of a Node process that exits %s never pass for all', async (_when, wait) => {
  const execution = await runNode(
    `record('early', 1); record('p', 1);
     ${untilSent}
     for (let i = 0; i < 200_000; i += 1) record('p', i);
     record('last', 1);
     ${wait} process.exit(0);`,
  );
  expect(execution.outcome.status).toBe('passed');
  const { spreads, values } = findSpan(execution, 'whole test');
  expect(values['early']).toBe(1);
  expect(
    Object.keys({ ...values, ...spreads }).filter((name) => /^(p|p\..*|last)$/.test(name)),
  ).toEqual([]);
  const left = execution.problems.filter(({ code }) => code === 'numbers-left-out');
  expect(left.map(({ message }) => /values of (\w+) arrived/.exec(message)?.[1])).toEqual([
    'p',
    'last',
  ]);
  expect(execution.log).toContain('let it end by itself instead of process.exit()');
});

test('numbers of a span never pass for all when the process exits right after the span', async () => {
  const execution = await runNode(
    `await profile('w', () => record('n', 1));
     void profile('w', () => { for (let i = 0; i < 5000; i += 1) record('n', i); });
     const { Socket } = await import('node:net');
     const { write } = Socket.prototype;
     Socket.prototype.write = function (line, ...more) {
       const taken = write.call(this, line, ...more);
       // Its end is on its way, and its numbers are not.
       if (String(line).includes('"op":"end"')) process.exit(0);
       return taken;
     };`,
  );
  expect(findSpan(execution, 'w').values).not.toHaveProperty('n');
  expect(execution.problems).toContainEqual({
    ...{ code: 'numbers-left-out', span: 'w' },
    message: expect.stringContaining('not all values of n arrived') as string,
  });
});

test('a Node process that exits after everything was sent loses nothing', async () => {
  const execution = await runNode(
    `await profile('w', () => record('n', 1));
     record('m', 2);
     ${untilSent}
     process.exit(0);`,
  );
  expect([execution.log, execution.problems]).toEqual(['', []]);
  expect(findSpan(execution, 'w').values['n']).toBe(1);
  expect(findSpan(execution, 'whole test').values['m']).toBe(2);
});

test('values of a Python process that is killed while it sends never pass for all', async () => {
  const execution = await runPython(
    'import os',
    'from perigee._connection import Connection',
    'request, sent = Connection.request, []',
    'def stop(self, message):',
    '  sent.append(message)',
    '  if len(sent) == 3: os._exit(0)',
    '  request(self, message)',
    'Connection.request = stop',
    'for i in range(10000): record("p", i)',
  );
  expect(findSpan(execution, 'whole test').values).not.toHaveProperty('p.p50');
  expect(execution.problems).toMatchObject([{ code: 'numbers-left-out' }]);
});

test.each(['fork', 'forkserver', 'spawn'])(
  'numbers of children that multiprocessing starts by %s count',
  async (method) => {
    const folder = mkdtempSync(join(tmpdir(), 'perigee-fork-'));
    writeFileSync(
      join(folder, 'work.py'),
      `from perigee import annotate, profile, record
def work(value):
  record("of_child", value)
  try: annotate("a", 1)
  except ValueError as error: print(error, flush=True)
`,
    );
    try {
      const execution = await runPython(
        'import multiprocessing, sys',
        `sys.path.insert(0, ${JSON.stringify(folder)})`,
        'from work import work',
        `ctx = multiprocessing.get_context("${method}")`,
        'with profile("w"):',
        '  children = [ctx.Process(target=work, args=(value,)) for value in (1, 3)]',
        '  for child in children: child.start()',
        '  for child in children: child.join()',
        'with ctx.Pool(1) as pool: pool.map(work, [2])',
      );
      // The server that forks them ends a little later.
      const problems = execution.problems.filter(({ code }) => code !== 'processes-left');
      expect([execution.outcome.status, problems]).toEqual(['passed', []]);
      expect(findSpan(execution, 'whole test').spreads?.['of_child']?.count).toBe(3);
      expect(execution.log.match(/outside a span/g)).toHaveLength(3);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);

test('numbers of a child that is forked by hand count, and its own end loses nothing', async () => {
  const execution = await runPython(
    'import os',
    'with profile("w"):',
    '  record("of_parent", 1)',
    '  if os.fork() == 0:',
    '    record("of_child", 2)',
    '    os._exit(0)',
    '  os.wait()',
  );
  expect(execution.problems).toEqual([]);
  expect(findSpan(execution, 'w').values['of_parent']).toBe(1);
  expect(findSpan(execution, 'whole test').values['of_child']).toBe(2);
});
