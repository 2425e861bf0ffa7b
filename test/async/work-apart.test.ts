import { expect, test } from 'vitest';
import { createWorkApart } from '../../src/async/work-apart.ts';
import { mostDeaths, openWorkMarks, suspectMs } from '../../src/async/work-marks.ts';
import { makeFolder } from '../make-folder.ts';

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

test('work that fails has killed nobody', async () => {
  const folder = makeFolder();
  const { run } = startProcess(folder);
  await expect(run('bad', () => Promise.reject(new Error('a defect')))).rejects.toThrow('a defect');
  expect(openWorkMarks(folder, Date.now).deathsOf('bad')).toBe(0);
});
