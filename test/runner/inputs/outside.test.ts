import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { countTrials } from '../../nightly.ts';
import { findFresh } from '../../../src/runner/inputs/find-fresh.ts';
import { makeFolder } from '../stage/make-repository.ts';
import { observe, usual } from './observe-change.ts';

const serve = `
import os, socket, sys
s = socket.socket()
s.bind(("127.0.0.1", 0))
s.listen()
open("port", "w").write(str(s.getsockname()[1]))
if os.fork() == 0:
    os.setsid()
    os.closerange(1, 3)
    open(sys.argv[1], "a").write(f"{os.getpid()}\\n")
    work = open("work").read()
    while True:
        s.accept()[0].send(work.encode())
`;
const ask =
  'import socket, sys; print(socket.create_connection(("127.0.0.1", int(sys.argv[1]))).recv(9))';

test('a server that setup starts on each side has a test measured', async () => {
  const left = join(makeFolder(), 'servers');
  onTestFinished(() => {
    for (const id of readFileSync(left, 'utf8').trim().split('\n'))
      process.kill(Number(id), 'SIGKILL');
  });
  const inputs = await observe({
    files: { ...usual, work: '1', 'serve.py': serve },
    // The port is not kept in the checkout, where it would differ by itself.
    setup: [['sh', '-c', `python3 -S serve.py ${left} && mv port ${left}-$(cat work)`]],
    command: ['sh', '-c', `python3 -S -c '${ask}' $(cat ${left}-1)`],
    change: { work: '2' },
  });
  expect(inputs).toMatchObject({ state: 'unknown' });
  expect(inputs?.why).toMatch(/outside/);
});

test('a file that setup makes outside the checkout has a test measured', async () => {
  const outside = join(makeFolder(), 'environment');
  const inputs = await observe({
    files: { ...usual, work: '1' },
    setup: [['sh', '-c', `cp work ${outside}`]],
    command: ['cat', outside],
    change: { work: '2' },
  });
  expect(inputs).toMatchObject({
    state: 'unknown',
    why: `it uses ${outside}, outside the checkout, which was written since the run began`,
  });
});

test('a file outside that the test writes itself is its own', async () => {
  const outside = join(makeFolder(), 'out');
  const inputs = await observe({
    files: usual,
    command: [
      'sh',
      '-c',
      `echo 1 > ${outside}.part; mv ${outside}.part ${outside}; cat ${outside}`,
    ],
    change: { 'README.md': 'new' },
  });
  expect(inputs).toMatchObject({ state: 'same' });
});

test('a file outside that was there before is the same for both sides', async () => {
  const outside = join(makeFolder(), 'old');
  writeFileSync(outside, '1');
  // Times of files are coarse.
  await new Promise((resolve) => setTimeout(resolve, 200));
  const inputs = await observe({
    files: usual,
    command: ['cat', outside],
    change: { 'README.md': 'new' },
  });
  expect(inputs).toMatchObject({ state: 'same' });
});

test('a file outside that a later test writes has an earlier one measured', async () => {
  const outside = join(makeFolder(), 'old');
  writeFileSync(outside, '1');
  await new Promise((resolve) => setTimeout(resolve, 200));
  const inputs = await observe({
    files: { ...usual, work: '1' },
    command: ['cat', outside],
    others: { writer: ['sh', '-c', `cat work > ${outside}`] },
    change: { work: '2' },
  });
  expect(inputs).toMatchObject({ state: 'unknown' });
  expect(inputs?.why).toContain(`it uses ${outside}, outside the checkout`);
});

/** Of makeRequest. */
const pairs = 2;

test.each([2, 0].slice(0, countTrials({ byNight: 2, byDay: 1 })))(
  'both sides of a test that was observed run twice before the first pair, and no more, with %i warm-ups',
  async (warmup) => {
    const log = join(makeFolder(), 'log');
    await observe({
      files: { ...usual, side: 'before\n' },
      command: ['sh', '-c', `cat side >> ${log}`],
      change: { side: 'after\n' },
      warmup,
    });
    const lines = readFileSync(log, 'utf8').trim().split('\n');
    const count = (side: string) => lines.filter((line) => line === side).length;
    expect(count('before')).toBe(2 + pairs);
    expect(count('after')).toBe(count('before'));
  },
);

test.each([
  [5, 'changed'],
  [1, 'unknown'],
])(
  'of what a test draws by lot, %i warm-ups see as many draws, and four at least: %s',
  async (warmup, state) => {
    const drawn = makeFolder();
    const draw = `for n in 1 2 3 4 5 6; do mkdir ${drawn}/$n 2>&- && cat choice$n && break; done; true`;
    const inputs = await observe({
      files: { ...usual, choice1: '', choice2: '', choice3: '', choice4: '', choice5: '' },
      command: ['sh', '-c', draw],
      change: { choice5: '3' },
      warmup,
    });
    expect(inputs).toMatchObject({ state });
  },
);

test('shared memory outside counts as written, and what the kernel shows does not', () => {
  const name = `/dev/shm/perigee-${process.pid}`;
  const since = new Date();
  writeFileSync(name, 'x');
  onTestFinished(() => rmSync(name));
  const touched = new Map([
    ['/proc/self/status', 'read' as const],
    ['/dev/null', 'read' as const],
    [name, 'read' as const],
  ]);
  expect(findFresh({ touched, made: new Set() }, { root: '/side' }, since)).toBe(name);
  expect(findFresh({ touched, made: new Set([name]) }, { root: '/side' }, since)).toBeUndefined();
});
