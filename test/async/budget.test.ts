import { expect, test } from 'vitest';
import { createBudget } from '../../src/async/budget.ts';
import { createWorkApart } from '../../src/async/work-apart.ts';
import { mostDeaths, openWorkMarks, suspectMs } from '../../src/async/work-marks.ts';
import { makeFolder } from '../make-folder.ts';

const never = new AbortController().signal;

/** Work that ends when it is told to. */
function makeWork() {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () => {
    started.push(name);
    return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
  };
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const end = async (name: string): Promise<void> => {
    ends.get(name)!();
    await settle();
  };
  return { started, work, end, settle };
}

test('work begins while there is room for its bytes, and in the order it came', async () => {
  const budget = createBudget(10);
  const { started, work, end, settle } = makeWork();
  void budget.within(6, never, work('a'));
  void budget.within(4, never, work('b'));
  void budget.within(9, never, work('large'));
  void budget.within(1, never, work('small'));
  await settle();
  expect(started).toEqual(['a', 'b']);
  await end('b');
  // There would be room for the small one; the large one came first.
  expect(started).toEqual(['a', 'b']);
  await end('a');
  expect(started).toEqual(['a', 'b', 'large', 'small']);
});

test('more than the whole budget is done alone', async () => {
  const budget = createBudget(10);
  expect(await budget.within(99, never, () => Promise.resolve('done'))).toBe('done');
});

test('work that fails gives its room back', async () => {
  const budget = createBudget(10);
  const failing = budget.within(10, never, () => Promise.reject(new Error('no')));
  await expect(failing).rejects.toThrow('no');
  expect(await budget.within(10, never, () => Promise.resolve(1))).toBe(1);
});

test('whoever stops waiting makes room for the next', async () => {
  const budget = createBudget(10);
  const { started, work, settle } = makeWork();
  const stopping = new AbortController();
  void budget.within(5, never, work('a'));
  const large = budget.within(10, stopping.signal, work('large'));
  void budget.within(5, never, work('b'));
  await settle();
  expect(started).toEqual(['a']);
  stopping.abort(new Error('enough'));
  await expect(large).rejects.toThrow('enough');
  await settle();
  expect(started).toEqual(['a', 'b']);
});

test('room that is given back twice is there once', async () => {
  const budget = createBudget(10);
  const release = await budget.take(6, never);
  await budget.take(4, never);
  release();
  release();
  await budget.take(6, never);
  const { started, work, settle } = makeWork();
  void budget.within(1, never, work('more'));
  await settle();
  expect(started).toEqual([]);
});

/** A process with marks in this folder; what it begins and does not end it dies of. */
function startProcess(folder: string) {
  const told: string[] = [];
  const apart = createWorkApart(openWorkMarks(folder, Date.now));
  const run = (key: string, work: () => Promise<void> = async () => undefined): Promise<void> =>
    apart(
      key,
      () => {
        told.push(`begin ${key}`);
        return work();
      },
      {
        putOff: (pauseMs) => void told.push(`later ${key} ${pauseMs}`),
        putAside: async (deaths) => void told.push(`aside ${key} ${deaths}`),
      },
    );
  return { run, told };
}

const endless = (): Promise<void> => new Promise(() => undefined);

test('what killed the process is put off once by each next one, and put aside after some deaths', async () => {
  const folder = makeFolder();
  void startProcess(folder).run('bad', endless);
  for (let deaths = 1; deaths < mostDeaths; deaths += 1) {
    const { run, told } = startProcess(folder);
    await run('bad');
    expect(told).toEqual([`later bad ${deaths * suspectMs}`]);
    void run('bad', endless);
    await expect.poll(() => told.at(-1)).toBe('begin bad');
  }
  const { run, told } = startProcess(folder);
  await run('bad');
  expect(told).toEqual([`aside bad ${mostDeaths}`]);
});

test('of two suspects one is in work at a time, so the innocent one dies with no other', async () => {
  const folder = makeFolder();
  const first = startProcess(folder);
  void first.run('one', endless);
  void first.run('other', endless);
  const { run, told } = startProcess(folder);
  await Promise.all([run('one'), run('other')]);
  told.length = 0;
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const one = run('one', () => promise);
  await expect.poll(() => told).toEqual(['begin one']);
  const other = run('other');
  await run('new');
  expect(told).toEqual(['begin one', 'begin new']);
  resolve(undefined);
  await Promise.all([one, other]);
  expect(told).toEqual(['begin one', 'begin new', 'begin other']);
  expect(openWorkMarks(folder, Date.now).deathsOf('other')).toBe(0);
});

test('work that fails counts as no kill', async () => {
  const folder = makeFolder();
  const { run } = startProcess(folder);
  await expect(run('bad', () => Promise.reject(new Error('a defect')))).rejects.toThrow('a defect');
  expect(openWorkMarks(folder, Date.now).deathsOf('bad')).toBe(0);
});
