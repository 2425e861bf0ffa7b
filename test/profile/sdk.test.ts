import { execFile, execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { findMetric } from '../../src/contract/metrics.ts';
import { executeHere, findSpan, nodeProgram, pythonProgram, root } from './execute-here.ts';
import { describeEachSdk } from './sdks/each-sdk.ts';

describeEachSdk('the SDK', (check) => {
  check(
    'nested spans know their parent and keep their own annotations',
    'nested',
    async (command) => {
      const execution = await executeHere(1, command);
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
    },
  );

  check('concurrent spans each have their own time', 'concurrent', async (command) => {
    const isShorter: boolean[] = [];
    // A busy machine may hold the short one up for longer than the long one takes, now and then.
    while (isShorter.length < 10 && !isShorter.includes(true)) {
      const execution = await executeHere(0, command);
      const [short, long] = [findSpan(execution, 'short'), findSpan(execution, 'long')];
      expect(short.annotations).toEqual({ ms: 50 });
      expect(long.values['latency']).toBeGreaterThanOrEqual(299e6);
      isShorter.push((short.values['latency'] ?? NaN) < (long.values['latency'] ?? NaN));
    }
    expect(isShorter).toContain(true);
  });

  check('occurrences with the same annotations are folded', 'repeated', async (command) => {
    const { spans } = await executeHere(1, command);
    const folded = spans.filter((span) => span.span === 'r');
    const found = folded.map(({ annotations, occurrences }) => [annotations['odd'], occurrences]);
    expect(found.toSorted()).toEqual([
      [false, 3],
      [true, 3],
    ]);
  });

  check(
    'an error in a body reaches the test, and only that span is lost',
    'failing',
    async (command) => {
      const execution = await executeHere(0, command);
      expect(execution.log).toMatch(/^mine \d+\n$/);
      expect(execution.spans.map((span) => span.span)).toEqual(['g', 'whole test']);
      expect(execution.problems).toMatchObject([{ code: 'span-failed', span: 'f' }]);
    },
  );

  check(
    'a message that is refused reaches the test, and only that span is lost',
    'refused',
    async (command) => {
      const execution = await executeHere(0, command);
      expect(execution.log).toMatch(/^perigee: .*"test" is reserved/i);
      expect(execution.spans.map((span) => span.span)).toContain('g');
    },
  );

  check(
    'the 65th value of one key is refused at the end of its span',
    'manyClasses',
    async (command) => {
      const execution = await executeHere(1, command);
      expect(execution.log).toMatch(/^64 Perigee: annotation "number" has more than 64 different/);
      expect(execution.spans).toHaveLength(65);
      expect(execution.problems).toMatchObject([{ code: 'span-refused', span: 'v' }]);
    },
  );

  check('a name of two lines is refused at the call', 'twoLines', async (command) => {
    expect((await executeHere(0, command)).log).toContain('is one line');
  });

  check('without a collector nothing is checked and nothing is said', 'nested', (command) => {
    expect(runPlainly(command, {})).toBe('');
  });

  check('a collector that was never there does not disturb the test', 'nested', (command) => {
    expect(runPlainly(command, { PERIGEE_SOCKET: '/nonexistent/s' })).toBe('');
  });

  check(
    'a collector that leaves does not disturb the test',
    'numbers',
    async ([program = '', ...args]) => {
      const env = await answerEach(() => 'leave');
      const { stdout, stderr } = await promisify(execFile)(program, args, { env });
      expect([stdout, stderr]).toEqual(['', '']);
    },
  );

  check('a process that a shell span started is part of that span', 'inside', async (command) => {
    const args = ['bin/perigee.mjs', 'span', 'outer', '--', ...command];
    const execution = await executeHere(0, ['node', ...args], { directory: root });
    expect(execution.log).toBe('');
    expect(execution.problems).toEqual([]);
    expect(findSpan(execution, 'inner').parent).toBe('outer');
    expect(findSpan(execution, 'inner').values['n']).toBe(1);
    expect(findSpan(execution, 'outer').values['m']).toBe(2);
  });
});

const plain = { PATH: process.env['PATH'], PYTHONPATH: join(root, 'sdk/python') };

function runPlainly([program = '', ...args]: readonly string[], more: object): string {
  return execFileSync(program, args, { env: { ...plain, ...more }, encoding: 'utf8' });
}

/** @returns the environment of a program whose messages are heard and answered, until the listener leaves */
async function answerEach(hear: (line: string) => unknown): Promise<NodeJS.ProcessEnv> {
  const path = join(tmpdir(), `perigee-fake-${process.pid}`);
  const server = createServer((socket) => {
    socket.on('data', (line: Buffer) => {
      const { id } = JSON.parse(String(line)) as { id: number };
      socket.write(`${JSON.stringify({ ok: true, id, key: '1/1' })}\n`);
      if (hear(String(line)) !== 'leave') return;
      socket.end();
      close();
    });
    socket.on('error', () => socket.destroy());
  });
  const close = (): void => {
    server.close();
    rmSync(path, { force: true });
  };
  onTestFinished(close);
  await new Promise<void>((resolve) => void server.listen(path, resolve));
  return { ...plain, PERIGEE_SOCKET: path };
}

/** A program that says why each call is refused, and how a call is made within a span. */
const languages = {
  node: {
    within: (call: string) => `await profile('w', () => { ${call} })`,
    refuse: (calls: readonly string[]) =>
      nodeProgram(
        calls.map((call) => `try { ${call} } catch (e) { console.log(e.message) }`).join('\n'),
      ),
  },
  python: {
    within: (call: string) => `with profile("w"): ${call}`,
    refuse: (calls: readonly string[]) =>
      pythonProgram(
        ...calls.flatMap((call) => ['try:', `  ${call}`, 'except ValueError as e: print(e)']),
      ),
  },
};

test.each(['node', 'python'] as const)(
  'the SDK for %s refuses annotations at the call, and outside a span',
  async (language) => {
    const refusals = [
      ['annotate("test", 1)', 'is reserved'],
      ['annotate("1st", 1)', 'is not allowed'],
      ['annotate("__proto__", 1)', 'is not allowed'],
      [`annotate("${'k'.repeat(65)}", 1)`, '64'],
      [`annotate("v", "${'v'.repeat(257)}")`, 'has 257 characters, at most 256'],
      ['annotate("v", [1])', 'neither text, a finite number'],
    ] as const;
    const { refuse, within } = languages[language];
    const calls = [...refusals.map(([call]) => within(call)), 'annotate("a", 1)'];
    const { log } = await executeHere(0, refuse(calls));
    expect(log.trim().split('\n')).toEqual(
      [...refusals.map(([, why]) => why), 'outside a span'].map(
        (why) => expect.stringContaining(why) as string,
      ),
    );
  },
);

test.each(['node', 'python'] as const)(
  'while instructions are counted, a span of the SDK for %s sends the same messages each time',
  async (language) => {
    const sent: string[] = [];
    const env = await answerEach((line) => sent.push(line));
    const { refuse, within } = languages[language];
    const [program = '', ...args] = refuse([within('1')]);
    await promisify(execFile)(program, args, { env: { ...env, PERIGEE_COUNTED: '1' } });
    expect(sent.map((line) => JSON.parse(line) as unknown)).toEqual([
      { op: 'begin', id: 1, span: 'w' },
      { op: 'end', id: 1, latencyNs: 1, annotations: {} },
    ]);
  },
);
