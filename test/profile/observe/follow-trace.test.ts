import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findStrace, followTrace } from '../../../src/profile/observe/follow-trace.ts';
import { makeFolder } from '../../runner/stage/make-repository.ts';

test('a trace that fills its pipe while nobody can read it comes whole', async () => {
  const strace = findStrace();
  if (strace === undefined) throw new Error('this host has no strace');
  // The program runs in this very thread, so nothing reads meanwhile; the pipe then holds all it can.
  const script = 'i=0; while test $i -lt 60; do test -e "/nowhere/$i"; i=$((i+1)); done';
  const { trace } = await followTrace(strace, { folder: tmpdir(), directory: tmpdir() }, (wrap) => {
    const [program = '', ...args] = wrap(['/bin/sh', '-c', script]);
    execFileSync(program, args);
    return Promise.resolve();
  });
  expect(trace.touched.get('/nowhere/59')).toBe('asked');
});

test('what a program leaves in the background does not hold it up', async () => {
  const strace = findStrace();
  if (strace === undefined) throw new Error('this host has no strace');
  const script = 'sleep 600 & echo $! > left; exit 3';
  const directory = makeFolder();
  const { ended } = await followTrace(strace, { folder: directory, directory }, async (wrap) => {
    const [program = '', ...args] = wrap(['/bin/sh', '-c', script]);
    const child = spawn(program, args, { cwd: directory, stdio: 'ignore' });
    const [status] = (await once(child, 'exit')) as [number];
    process.kill(Number(readFileSync(join(directory, 'left'), 'utf8')), 'SIGKILL');
    return status;
  });
  expect(ended).toBe(3);
});
