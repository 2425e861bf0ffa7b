import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Execution, ExecutionRequest } from '../../../src/contract/execution.ts';
import { canPreload } from '../../../src/profile/instructions/preloaded-library.ts';
import { findValgrind } from '../../../src/profile/instructions/find-valgrind.ts';
import { makeFolder } from '../../make-folder.ts';
import { executeHere, findPython } from '../execute-here.ts';

const isMissing = findValgrind() === undefined;
const why = isMissing ? ' (skipped: no valgrind; apt-get install valgrind)' : '';
const counts = (title: string, run: () => Promise<void>): void =>
  test.skipIf(isMissing)(title + why, run);

// What it looks for in site-packages is two fifths of its start.
const python = [findPython(), '-S'];

const spans = (rounds: number): string => `
from perigee import profile
def work(n):
    return sum(i * i for i in range(n))
with profile("outer"):
    with profile("inner"):
        work(${rounds})
    work(${rounds})
`;

async function count(
  command: readonly string[],
  how: 'whole' | 'spans' = 'whole',
  more: Partial<ExecutionRequest> = {},
): Promise<Execution & { log: string; of(span: string): number }> {
  const execution = await executeHere(0, command, { counts: how, ...more });
  const of = (name: string): number =>
    execution.spans.find(({ span }) => span === name)?.values['instructions'] ?? 0;
  return { ...execution, of };
}

counts(
  'a program takes the same instructions each time, and nothing else is measured',
  async () => {
    const script = 'i=0; while [ $i -lt 2000 ]; do i=$((i+1)); done';
    const [once, again] = [await count(['sh', '-c', script]), await count(['sh', '-c', script])];

    expect(once.of('whole test')).toBeGreaterThan(100_000);
    expect(Math.abs(again.of('whole test') / once.of('whole test') - 1)).toBeLessThan(1e-4);
    expect(once.metrics.map(({ name, source }) => `${name} ${source}`)).toEqual([
      'instructions callgrind',
    ]);
  },
);

/** Work that depends on random bytes, as that of maps with random seeds does. */
const drawsWork = `
import os, sys
if len(sys.argv) > 1: print(os.urandom(4).hex())
else:
    import random, subprocess, tempfile
    for _ in range(2): subprocess.run([sys.executable, "-S", __file__, "again"], check=True)
    with tempfile.NamedTemporaryFile() as one: print(os.path.basename(one.name))
    sum(i * i for i in range(random.randrange(20_000)))
`;

const draws =
  'random bytes of the system are the same in each run, and others in each process' + why;
const noCompiler = isMissing || canPreload() ? '' : ' (skipped: no C compiler)';
test.skipIf(isMissing || noCompiler !== '')(draws + noCompiler, async () => {
  const folder = makeFolder({ 'draw.py': drawsWork, 'memory/kept': '' });
  // Of two runs at once neither may take the name of a file from the other.
  const environment = { PATH: process.env['PATH'] ?? '', TMPDIR: join(folder, 'memory') };
  const draw = () => count([...python, join(folder, 'draw.py')], 'whole', { environment });
  const [once, again] = await Promise.all([draw(), draw()]);

  expect(readdirSync(environment.TMPDIR)).toEqual(['kept']);
  expect(again.log).toBe(once.log);
  expect(new Set(once.log.trim().split('\n')).size).toBe(3);
  expect(Math.abs(again.of('whole test') / once.of('whole test') - 1)).toBeLessThan(1e-4);
});

counts('a TMPDIR in which no folder can be made is no fault of the count', async () => {
  const TMPDIR = join(makeFolder({ file: '' }), 'file');
  const environment = { PATH: process.env['PATH'] ?? '', TMPDIR };
  const { of, outcome } = await count(['/bin/true'], 'whole', { environment });

  expect(outcome.status).toBe('passed');
  expect(of('whole test')).toBeGreaterThan(10_000);
});

let known: ReturnType<typeof count> | undefined;
const countKnown = () => (known ??= count([...python, '-c', spans(10_000)], 'spans'));

counts('nested spans count each what ran in them', async () => {
  const { of, problems } = await countKnown();

  expect(problems).toEqual([]);
  expect(of('inner')).toBeGreaterThan(1_000_000);
  expect(of('outer') / of('inner')).toBeGreaterThan(1.9);
  expect(of('outer') / of('inner')).toBeLessThan(2.2);
  expect(of('whole test')).toBe(0);
});

/** As the SDK of Node: it works on before it waits for the answer. */
const worksOn = `
import json, os, socket
collector = socket.socket(socket.AF_UNIX)
collector.connect(os.environ["PERIGEE_SOCKET"])
def ask(message):
    collector.sendall((json.dumps(message) + "\\n").encode())
    sum(i * i for i in range(20_000))
    collector.recv(1000)
ask({"op": "begin", "id": 1, "span": "short", "pid": os.getpid()})
ask({"op": "end", "id": 1, "latencyNs": 1, "annotations": {}})
`;

counts('a span begins once its program waits for the answer, and ends so too', async () => {
  const { of, problems } = await count([...python, '-c', worksOn], 'spans');

  expect(problems).toEqual([]);
  // Of the two sums one is in the span.
  expect(of('short')).toBeGreaterThan(10_000_000);
  expect(of('short')).toBeLessThan(18_000_000);
});

counts('one percent more work in a span shows in a single run', async () => {
  const before = await countKnown();
  const after = await count([...python, '-c', spans(10_100)], 'spans');

  const change = after.of('inner') / before.of('inner') - 1;
  expect(change).toBeGreaterThan(0.009);
  expect(change).toBeLessThan(0.011);
});

counts(
  'a program that starts in a span is counted with the whole test, or not at all',
  async () => {
    const child = 'i=0; while [ $i -lt 4000 ]; do i=$((i+1)); done';
    const inSpan = [
      ...['import os', 'from perigee import profile', 'with profile("outer"):'],
      `    os.system(${JSON.stringify(child)})`,
    ].join('\n');

    expect((await count([...python, '-c', inSpan], 'spans')).spans).toEqual([]);
    expect((await count([...python, '-c', inSpan])).of('outer')).toBeGreaterThan(4_000_000);
    const before = `${child}; exec ${python.join(' ')} -c '${spans(10_000)}'`;
    expect((await count(['sh', '-c', before], 'spans')).of('inner')).toBeGreaterThan(1_000_000);
  },
);

/** A worker is killed in a span, and a span of the reserved name is refused. */
const leavesOpen = `
import os, signal
from perigee import profile
if os.fork() == 0:
    with profile("killed"):
        os.kill(os.getpid(), signal.SIGKILL)
os.wait()
try:
    profile("whole test").__enter__()
except Exception:
    pass
${spans(10_000)}`;

counts('spans are counted after one that never ended, and after one that was refused', async () => {
  const { of, spans: all } = await count([...python, '-c', leavesOpen], 'spans');

  expect(all.map(({ span }) => span)).not.toContain('killed');
  expect(of('inner')).toBeGreaterThan(1_000_000);
});

counts('a child that is forked counts once, and not again what its parent did before', async () => {
  const work = 'i=0; while [ $i -lt 5000 ]; do i=$((i+1)); done';
  const alone = await count(['sh', '-c', work]);
  const forked = await count(['sh', '-c', `${work}; (:); :`]);

  expect(forked.of('whole test') / alone.of('whole test')).toBeLessThan(1.2);
});

counts(
  'a program that is found on the PATH is the one with the settings of the record',
  async () => {
    const program = ['node', '-e', 'console.log(process.execArgv.join(" "))'];
    const { log, outcome } = await count(program, 'spans');

    expect(outcome.status).toBe('passed');
    expect(log).toContain('--hash-seed=1 --random-seed=1 --predictable');
  },
);

counts('a program that cannot be started is told like any other', async () => {
  const { outcome, spans: none } = await count(['./not-there']);

  expect(outcome.status).toBe('not-started');
  expect(none).toEqual([]);
});

/** As one that empties the folder for temporary files: what valgrind writes and the socket are in it. */
const emptiesFolder = `
import os, shutil
from perigee import profile
with profile("first"):
    sum(range(20_000))
with profile("emptied"):
    shutil.rmtree(os.path.dirname(os.environ["PATH"].split(":")[0]))
    shutil.rmtree(os.path.dirname(os.environ["PERIGEE_SOCKET"]))
with profile("after"):
    sum(range(20_000))
`;

counts('a test that removes what valgrind writes in a span fails, and is told why', async () => {
  const { outcome, spans: all } = await count([...python, '-c', emptiesFolder], 'spans');

  expect(outcome).toMatchObject({ status: 'failed', exitCode: 1 });
  expect(outcome.message).toContain('it removed the folder in which valgrind writes');
  expect(all.map(({ span }) => span)).toEqual(['first']);
});
