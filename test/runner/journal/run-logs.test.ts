import {
  appendFileSync,
  closeSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Execute } from '../../../src/contract/execution.ts';
import { limitLog, logLimits, RunLogs } from '../../../src/runner/journal/run-logs.ts';
import { executeLocally } from '../stage/execute-locally.ts';
import { makeFolder, makeRepository } from '../stage/make-repository.ts';
import { makeTest, runTests } from '../stage/make-request.ts';

const mebibyte = 2 ** 20;

function openLogs(): { logs: RunLogs; folder: string } {
  const folder = makeFolder();
  return { logs: new RunLogs(folder, folder), folder };
}

test('a short log stays as it was written', async () => {
  const { logs, folder } = openLogs();
  await logs.keep('one', 'logs/01/before-000.log', (file) => {
    appendFileSync(file, 'hello\n');
    return Promise.resolve();
  });
  expect(readFileSync(join(folder, 'logs/01/before-000.log'), 'utf8')).toBe('hello\n');
  expect(readdirSync(join(folder, 'logs'))).toEqual(['01']);
  expect(logs.problems).toEqual([]);
});

test('of a log that is written in one go head and tail are kept, and it says what is missing', async () => {
  const { logs, folder } = openLogs();
  const lines = Array.from({ length: 400_000 }, (_, index) => `line ${index}\n`).join('');
  await logs.keep('one', 'logs/01/a.log', (file) => {
    appendFileSync(file, lines);
    return Promise.resolve();
  });
  const text = readFileSync(join(folder, 'logs/01/a.log'), 'utf8');
  expect(text.startsWith('line 0\nline 1\n')).toBe(true);
  expect(text.endsWith('line 399998\nline 399999\n')).toBe(true);
  const cut = lines.length - logLimits.mostBytes;
  expect(text).toContain(`\n[perigee: ${cut} bytes were cut here]\n`);
  expect(logs.problems).toEqual([
    {
      code: 'log-cut',
      message: `1 of its logs kept head and tail only; ${cut} bytes were cut out of their middle`,
      test: 'one',
    },
  ]);
});

test('a log that grows is cut while it grows, and nothing of its end is lost', async () => {
  const { logs, folder } = openLogs();
  let largest = 0;
  await logs.keep('one', 'logs/01/a.log', async (file) => {
    const descriptor = openSync(file, 'a');
    const block = Buffer.alloc(mebibyte, 'x\n');
    for (let round = 0; round < 40; round += 1) {
      writeSync(descriptor, block);
      largest = Math.max(largest, statSync(file).size);
      // It is looked at every 50 ms, and later where the machine is busy.
      while (round % 4 === 3 && statSync(file).size > 8 * mebibyte) await sleep(10);
    }
    writeSync(descriptor, 'the end\n');
    closeSync(descriptor);
  });
  const text = readFileSync(join(folder, 'logs/01/a.log'), 'utf8');
  expect(largest).toBeLessThan(20 * mebibyte);
  expect(text.length).toBeLessThan(logLimits.mostBytes + 100);
  expect(text.endsWith('x\nthe end\n')).toBe(true);
  const [, cut] = /\n\[perigee: (\d+) bytes were cut here\]\n/.exec(text) ?? [];
  expect(Number(cut)).toBe(40 * mebibyte + 8 - logLimits.mostBytes);
});

test('numbers that a test prints are read before its log is cut', async () => {
  const { logs, folder } = openLogs();
  const lines = 'x'.repeat(6 * mebibyte);
  const print = (wholeBytes: number) =>
    logs.keep(
      'one',
      'logs/01/a.log',
      async (file, isCut) => {
        appendFileSync(file, lines);
        while (!isCut() && wholeBytes < lines.length) await sleep(10);
        return readFileSync(file, 'utf8').length;
      },
      wholeBytes,
    );
  expect(await print(lines.length)).toBe(lines.length);
  expect(statSync(join(folder, 'logs/01/a.log')).size).toBeLessThan(2 * mebibyte);
  expect(logs.problems).toEqual([]);
  expect(await print(1)).toBeLessThan(mebibyte);
});

test('a run has room for a bounded sum of logs, and each execution for a little', () => {
  const kept = { headBytes: 0, tailBytes: 0 };
  let used = 0;
  for (let execution = 0; execution < 10_000; execution += 1) {
    const { headBytes, tailBytes } = limitLog(used);
    used += headBytes + tailBytes;
    Object.assign(kept, { headBytes, tailBytes });
  }
  expect(kept.headBytes + kept.tailBytes).toBe(logLimits.leastBytes);
  expect(used).toBeLessThan(logLimits.runBytes + 10_000 * logLimits.leastBytes);
});

test('the fuller a run, the less of its next log is kept', async () => {
  const { logs } = openLogs();
  const print = (execution: number) =>
    logs.keep('one', `logs/01/${execution}.log`, async (file) => {
      truncateSync(file, logLimits.mostBytes);
    });
  for (let execution = 0; execution < 190; execution += 1) await print(execution);
  expect(logs.problems).toEqual([]);
  for (let execution = 190; execution < 200; execution += 1) await print(execution);
  expect(logs.problems).toMatchObject([{ code: 'log-cut', test: 'one' }]);
});

test('a link that a test puts in the place of its log is replaced, and leads nowhere', async () => {
  const { logs, folder } = openLogs();
  const secret = join(makeFolder(), 'secret');
  writeFileSync(secret, 'mine');
  await logs.keep('one', 'logs/01/a.log', async (file) => {
    appendFileSync(file, 'hello\n');
    rmSync(file);
    symlinkSync(secret, file);
  });
  const log = join(folder, 'logs/01/a.log');
  expect(lstatSync(log).isSymbolicLink()).toBe(false);
  expect(readFileSync(log, 'utf8')).toBe('hello\n');
  expect(readFileSync(secret, 'utf8')).toBe('mine');
});

test('a test that prints 60 MB each time leaves little, and the record says so', async () => {
  const repository = makeRepository();
  const print = 'head -c 60000000 /dev/zero | tr "\\0" x; echo; echo the end';
  const loud = makeTest('loud', { command: ['sh', '-c', print], timeoutMs: 150_000 });
  const suite = { repeats: 1, maxRepeats: 1 };
  const record = await runTests(repository, [loud], { id: 'the-run', suite });
  const folder = join(repository.root, '.perigee/runs/the-run/logs/01-loud');
  expect(record.profiles).toHaveLength(2);
  for (const name of readdirSync(folder)) {
    const text = readFileSync(join(folder, name), 'utf8');
    expect(text.length).toBeLessThan(logLimits.mostBytes + 100);
    expect(text.endsWith('x\nthe end\n')).toBe(true);
  }
  expect(record.problems).toContainEqual(
    expect.objectContaining({ code: 'log-cut', test: 'loud' }),
  );
});

test('the file that a test prints to does not say which side it is', async () => {
  const repository = makeRepository();
  const files = new Set<string>();
  const execute: Execute = (request) => {
    files.add(request.logFile);
    return executeLocally(request);
  };
  await runTests(repository, [makeTest('one')], { ports: { execute } });
  expect(files.size).toBe(1);
});
