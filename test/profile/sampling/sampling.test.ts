import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Execution, ExecutionRequest, Stacks } from '../../../src/contract/execution.ts';
import { createExecute, type Profiling } from '../../../src/profile/create-execute.ts';
import { findPerf } from '../../../src/profile/sampling/perf.ts';
import { runExecution } from '../../../src/profile/run-execution.ts';
import { timeFunctions } from '../../../src/profile/sampling/sampling.ts';
import { makeFolder } from '../../make-folder.ts';

const home = fileURLToPath(new URL('../../../', import.meta.url));
const hasPerf = findPerf() !== undefined;

let folder: string;
let profiling: Profiling;
beforeAll(async () => {
  profiling = await createExecute();
});
afterAll(() => profiling.close());
beforeEach(() => (folder = makeFolder()));

function ask(command: string[], more: Partial<ExecutionRequest> = {}): ExecutionRequest {
  return {
    command,
    directory: folder,
    timeoutMs: 60_000,
    logFile: join(folder, 'log'),
    services: [],
    signal: new AbortController().signal,
    watches: 'time',
    ...more,
    environment: { PATH: process.env['PATH'] ?? '', PERIGEE_HOME: home, ...more.environment },
  };
}

/** Without perf, as on most machines. */
const executePlain = (request: ExecutionRequest): Promise<Execution> =>
  runExecution({ tier: 0, calls: undefined, runCgroup: undefined }, request);

function listSizes(stacks: readonly Stacks[]) {
  return stacks.flatMap(({ samples, weight }) =>
    [...samples].map(([stack, n]) => ({ stack, size: n * weight })),
  );
}

function listStacks({ stacks = [] }: Execution): string[] {
  return listSizes(stacks)
    .sort((a, b) => b.size - a.size)
    .map(({ stack }) => stack);
}

const nodeProgram = `
function hash(text) { let h = 0; for (let i = 0; i < text.length; i += 1) h = (h * 31 + text.charCodeAt(i)) | 0; return h; }
function put(table, key) { table[hash(key) & 1023] = key; }
const table = [];
for (let round = 0; round < 6e6; round += 1) put(table, 'a key of twenty lett');
`;

test.skipIf(!hasPerf)(
  'perf sees a function of Node that the compiler would put into its caller, and who called it',
  async () => {
    writeFileSync(join(folder, 'work.cjs'), nodeProgram);
    const ended = await profiling.execute(ask([process.execPath, 'work.cjs']));
    expect(ended.outcome.status).toBe('passed');
    expect(ended.stacks?.map(({ profiler }) => profiler)).toEqual(['perf']);
    expect(listStacks(ended)[0]).toMatch(/;put \(.*work\.cjs:3\);hash \(.*work\.cjs:2\)$/);
  },
);

test('without perf, the inspector sees them, also where process.exit ends the program', async () => {
  writeFileSync(join(folder, 'work.cjs'), `${nodeProgram}process.exit(0);`);
  const ended = await executePlain(ask([process.execPath, 'work.cjs']));
  expect(ended.outcome.status).toBe('passed');
  expect(ended.stacks?.map(({ profiler }) => profiler)).toEqual(['the inspector of V8']);
  expect(listStacks(ended)[0]).toMatch(/hash \(.*work\.cjs:2\)$/);
});

test('what Node was told already is kept', async () => {
  const script = 'if (Error.stackTraceLimit !== 7) process.exit(1)';
  const environment = { NODE_OPTIONS: '--stack-trace-limit=7' };
  const ended = await executePlain(ask([process.execPath, '-e', script], { environment }));
  expect(ended.outcome.status).toBe('passed');
});

const pythonProgram = `
import threading, multiprocessing
def burn(rounds):
    total = 0
    for i in range(rounds):
        total += i % 7
    return total
def outer():
    return burn(4_000_000)
if __name__ == "__main__":
    assert other == 7
    outer()
`;

test('Python is sampled by itself, and another sitecustomize still runs', async () => {
  writeFileSync(join(folder, 'sitecustomize.py'), 'import builtins\nbuiltins.other = 7\n');
  writeFileSync(join(folder, '(a b).py'), pythonProgram);
  const environment = { PYTHONPATH: folder };
  const enter = (words: readonly string[]) => words;
  const inside = { enter, directory: folder, root: folder, scratch: folder };
  const ended = await profiling.execute(
    ask(['python3', `${folder}/(a b).py`], { environment, inside }),
  );
  expect(ended.outcome.status).toBe('passed');
  const [first = ''] = listStacks(ended);
  expect(first).toMatch(/outer \(\(a b\)\.py:8\);burn \(\(a b\)\.py:3\)$/);
  expect(listStacks(ended)).toContain('python;start of Python');
});

test.each([
  ['a thread', 't = threading.Thread(target=outer)\n    t.start()\n    t.join()'],
  [
    'a forked process',
    'p = multiprocessing.get_context("fork").Process(target=outer)\n    p.start()\n    p.join()',
  ],
  ['before exec', 'outer()\n    import os; os.execvp("true", ["true"])'],
])('of Python, what works in %s is seen too', async (_, work) => {
  writeFileSync(
    join(folder, 'work.py'),
    pythonProgram.replace('assert other == 7\n    outer()', work),
  );
  const ended = await executePlain(ask(['python3', 'work.py']));
  expect(ended.outcome.status).toBe('passed');
  expect(listStacks(ended)[0]).toMatch(/burn \(.*work\.py:3\)$/);
});

test.skipIf(!hasPerf)(
  'a program in C has its functions, and the shell around it others',
  async () => {
    writeFileSync(
      join(folder, 'work.c'),
      'volatile long s; __attribute__((noinline)) void burn(void) { for (long i = 0; i < 300000000; i++) s += i % 7; }\n__attribute__((noinline)) void outer(void) { burn(); s++; }\nint main(void) { outer(); return 0; }\n',
    );
    const command = ['sh', '-c', 'cc -o work work.c && ./work'];
    const ended = await profiling.execute(ask(command));
    expect(ended.outcome.status).toBe('passed');
    expect(listStacks(ended)[0]).toMatch(/^work;.*outer \(work\);burn \(work\)$/);
  },
);

const stalls = { watches: 'stall', timeoutMs: 2000 } as const;

test('a test that works until its limit leaves its profile, whatever it does with signals', async () => {
  const work = 'process.on("SIGTERM", () => {}); function burn() { for (;;); } burn();';
  writeFileSync(join(folder, 'work.cjs'), work);
  const request = ask([process.execPath, 'work.cjs'], stalls);
  for (const execute of [executePlain, profiling.execute]) {
    const ended = await execute(request);
    expect(ended.outcome).toEqual({ status: 'timed-out' });
    expect(ended.stalled?.cpuNs).toBeGreaterThan(0.1e9);
    expect(listStacks(ended)[0]).toMatch(/burn \(.*work\.cjs:1\)$/);
  }
});

test('of one that waits until its limit, the call and the connection are known', async () => {
  const work =
    'import socket\ns = socket.create_server(("127.0.0.1", 0))\nc = socket.create_connection(s.getsockname())\nc.recv(1)\n';
  writeFileSync(join(folder, 'work.py'), work);
  const ended = await executePlain(ask(['python3', 'work.py'], stalls));
  expect(ended.stalled?.waits).toEqual([
    expect.stringMatching(/^python3\S* in `recvfrom` of a TCP connection to 127\.0\.0\.1:\d+$/),
  ]);
});

test('the memory at its peak is there by what allocated it: objects and buffers of Node', async () => {
  writeFileSync(
    join(folder, 'work.cjs'),
    `function keepObjects() { return Array.from({ length: 300000 }, (_, i) => ({ i, text: 'x' + i })); }
function keepBuffers() { return Array.from({ length: 300 }, () => Buffer.alloc(200000)); }
let kept = [keepObjects(), keepBuffers()];
// On a busy machine a shorter peak is over before it is looked at.
setTimeout(() => { kept = undefined; setTimeout(() => {}, 100); }, 500);
`,
  );
  const ended = await executePlain(ask([process.execPath, 'work.cjs'], { watches: 'memory' }));
  expect(ended.outcome.status).toBe('passed');
  const [first, ...others] = listStacks(ended);
  expect(first).toMatch(/keepBuffers \(.*work\.cjs:2\)/);
  // Samples of the heap may find what Node itself holds heavier.
  expect(others.slice(0, 4).join('\n')).toMatch(/keepObjects \(.*work\.cjs:1\)/);
  expect(weigh(ended.stacks, 'keepBuffers')).toBeGreaterThan(55e6);
});

test('of Python, it is there by the line that allocated it', async () => {
  writeFileSync(
    join(folder, 'work.py'),
    'import os, time\ndef keep():\n    return [bytearray(100000) for _ in range(300)]\nkept = keep()\ntime.sleep(0.5)\nif os.fork(): os.wait()\nkept = None\n',
  );
  const ended = await executePlain(ask(['python3', 'work.py'], { watches: 'memory' }));
  expect(ended.outcome.status).toBe('passed');
  expect(listStacks(ended)[0]).toMatch(/work\.py:3\)$/);
  // A fork that ends as usual does not count it again.
  expect(Math.round(weigh(ended.stacks, 'work.py:3') / 30e6)).toBe(1);
});

test('what a test puts into the folder of profiles is not waited for, followed or believed', async () => {
  const script =
    'cd "$PERIGEE_PROFILES" && mkfifo 1-ab.stacks.txt && ln -s /etc/passwd 2-ab.stacks.txt && echo "{" > 3-ab.cpuprofile';
  const ended = await executePlain(ask(['sh', '-c', script]));
  expect(ended.outcome.status).toBe('passed');
  expect(ended.stacks).toEqual([]);
});

function weigh(stacks: readonly Stacks[] = [], part: string): number {
  return listSizes(stacks)
    .filter(({ stack }) => stack.includes(part))
    .reduce((sum, { size }) => sum + size, 0);
}

test('a diagnosis of variance gets the time in each function itself', async () => {
  writeFileSync(join(folder, 'work.cjs'), nodeProgram);
  const ended = await timeFunctions(executePlain)(ask([process.execPath, 'work.cjs']));
  const hash = ended.functions?.find(({ name }) => name.startsWith('hash ('));
  expect(hash?.selfNs).toBeGreaterThan(10e6);
});

const hasJava = ['javac', 'jfr'].every((name) => spawnSync(name, ['--version']).status === 0);

test.skipIf(!hasJava)(
  'Java has its methods, called from others, and keeps the options it had',
  async () => {
    const work = `class Work {
      static int hash(String key) { int h = 0; for (int i = 0; i < key.length(); i++) h = h * 31 + key.charAt(i); return h; }
      static void put(int[] table, String key) { table[hash(key) & 1023]++; }
      public static void main(String[] args) {
        int[] table = new int[1024];
        for (int round = 0; round < 4_000_000; round++) put(table, "a key of twenty lett and of more" + (round & 7));
      }
    }`;
    writeFileSync(join(folder, 'Work.java'), work);
    execFileSync('javac', ['Work.java'], { cwd: folder });
    const environment = { JDK_JAVA_OPTIONS: '-XX:TieredStopAtLevel=1' };
    const ended = await profiling.execute(ask(['java', 'Work'], { environment }));
    expect(ended.outcome.status).toBe('passed');
    const java = ended.stacks?.filter(({ profiler }) => profiler === 'JFR') ?? [];
    expect(java).toMatchObject([{ isNoisy: true }]);
    expect(listStacks({ ...ended, stacks: java }).join('\n')).toMatch(
      /java;Work\.main;Work\.put;Work\.hash(?:;java\.lang\.\S*)?$/m,
    );
  },
);
