import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { Late, within } from '../../src/async/within.ts';
import { mostDeaths, openWorkMarks } from '../../src/async/work-marks.ts';
import { linuxOnly } from '../linux-only.ts';
import { makeFolder } from '../make-folder.ts';

const program = fileURLToPath(new URL('die-of-heap.ts', import.meta.url));

/** @returns what a process found of the deaths before it, and how it ended */
function work(folder: string, ...keys: string[]): { deaths: string[]; signal: string | null } {
  const args = ['--max-old-space-size=32', program, folder, ...keys];
  const { stdout, signal } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return { deaths: stdout.trim().split('\n'), signal };
}

test('what was in work when the heap ran out is known to the next process, death by death', () => {
  const folder = makeFolder();
  const keys = ['bad', 'good', 'beside'];
  expect(work(folder, ...keys)).toEqual({
    deaths: ['bad 0', 'good 0', 'beside 0'],
    signal: 'SIGABRT',
  });
  expect(work(folder, 'bad', 'good')).toEqual({ deaths: ['bad 1', 'good 0'], signal: 'SIGABRT' });
  expect(work(folder, 'beside')).toEqual({ deaths: ['beside 1'], signal: null });
  expect(work(folder, 'bad')).toEqual({ deaths: ['bad 2'], signal: 'SIGABRT' });
  const marks = openWorkMarks(folder, Date.now);
  expect(marks.deathsOf('bad')).toBe(3);
  marks.begin('bad');
  marks.end('bad');
  expect(openWorkMarks(folder, Date.now).deathsOf('bad')).toBe(0);
});

test('what was put aside has one death left, until it ends well or a week is over', () => {
  const folder = makeFolder();
  const open = (nowMs = Date.now) => openWorkMarks(folder, nowMs);
  open().putAside('bad');
  const marks = open();
  expect(marks.deathsOf('bad')).toBe(mostDeaths - 1);
  // It was not begun.
  marks.end('bad');
  expect(marks.deathsOf('bad')).toBe(mostDeaths - 1);
  expect(work(folder, 'bad')).toMatchObject({ signal: 'SIGABRT' });
  const again = open();
  expect(again.deathsOf('bad')).toBe(mostDeaths);
  again.putAside('bad');
  again.begin('bad');
  again.end('bad');
  expect(open().deathsOf('bad')).toBe(0);
  open().putAside('old');
  expect(open(() => Date.now() + 8 * 24 * 3_600_000).deathsOf('old')).toBe(0);
});

test('of what was put aside the newest thousand are remembered', () => {
  const folder = makeFolder();
  const marks = openWorkMarks(folder, Date.now);
  for (let i = 0; i < 1_002; i += 1) marks.putAside(`bad ${i}`);
  expect(readdirSync(folder)).toHaveLength(1_000);
  expect([0, 1, 2].map((i) => marks.deathsOf(`bad ${i}`))).toEqual([0, 0, mostDeaths - 1]);
});

test('a process that ends by itself is nobody’s death', () => {
  const folder = makeFolder();
  const marks = openWorkMarks(folder, Date.now);
  marks.begin('one');
  marks.close();
  expect(openWorkMarks(folder, Date.now).deathsOf('one')).toBe(0);
  expect(readdirSync(folder)).toEqual([]);
});

test('a mark of a week ago blames nobody', () => {
  const folder = makeFolder();
  work(folder, 'bad');
  const inAWeek = (): number => Date.now() + 8 * 24 * 3_600_000;
  expect(openWorkMarks(folder, inAWeek).deathsOf('bad')).toBe(0);
});

test('marks that cannot be kept stop no work, and are told of once', () => {
  const folder = makeFolder();
  const told: string[] = [];
  const marks = openWorkMarks(folder, Date.now, (why) => void told.push(why));
  rmSync(folder, { recursive: true });
  writeFileSync(folder, 'no folder any more');
  for (const key of ['one', 'two']) {
    marks.begin(key);
    expect(marks.deathsOf(key)).toBe(0);
    marks.end(key);
  }
  marks.begin('three');
  marks.close();
  expect(told).toHaveLength(1);
  expect(told[0]).toContain('ENOTDIR');
});

const never = new Promise<never>(() => undefined);

test('an answer in time is given, and so is its error', async () => {
  expect(await within(60_000, Promise.resolve('here'))).toBe('here');
  await expect(within(60_000, Promise.reject(new Error('no')))).rejects.toThrow('no');
});

test('what does not answer in time is late', async () => {
  await expect(within(1, never)).rejects.toBeInstanceOf(Late);
  await expect(within(1, never, () => new Error('come again'))).rejects.toThrow('come again');
});

/** As a shell starts a program. */
function listIn(script: string, isLaunched = false): string {
  const module = new URL('../../src/async/stop-signals.ts', import.meta.url).href;
  const program = `import { stopSignals } from '${module}'; 
    if (!stopSignals.includes('SIGHUP')) process.kill(process.pid, 'SIGHUP');
    setTimeout(() => console.log(stopSignals.join()), 50);`;
  const options = ['--input-type=module', '--eval'];
  const launcher = new URL('../../bin/run-on-node.mjs', import.meta.url).href;
  const launch = `import { runOnNode } from '${launcher}';
    await runOnNode(process.execPath, ${JSON.stringify([...options, program])});`;
  const node = [process.execPath, ...options, isLaunched ? launch : program];
  return execFileSync('bash', ['-c', script, ...node], { encoding: 'utf8' }).trim();
}

linuxOnly('a closed terminal ends what it started, and not what nohup did', () => {
  const asked = 'SIGINT,SIGTERM,SIGQUIT,SIGXCPU';
  expect(listIn('"$0" "$@"; true')).toBe(`${asked},SIGHUP`);
  expect(listIn('nohup "$0" "$@"; true')).toBe(asked);
  expect(listIn('trap "" HUP; "$0" "$@"; true')).toBe(asked);
  expect(listIn('trap "" HUP; "$0" "$@"; true', true)).toBe(asked);
});
