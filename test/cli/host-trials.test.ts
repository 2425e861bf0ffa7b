import { appendFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { keepTrials, readTrials } from '../../src/cli/host-trials.ts';
import type { HostTrial } from '../../src/contract/host-trial.ts';
import { makeFolder } from '../make-folder.ts';

let root = '';
beforeEach(() => {
  root = makeFolder();
  mkdirSync(join(root, '.perigee'));
});

const file = (): string => join(root, '.perigee', 'host-trials.jsonl');
const trial: HostTrial = {
  ...{ setting: 'cpus: one', helps: true, ratio: 0.3 },
  figure: 'upload: varies by 11% → 3.2%',
};

test('of each setting the newest trial counts', () => {
  expect(readTrials(root)).toEqual([]);
  keepTrials(root, [trial, { ...trial, setting: 'priority: highest' }]);
  keepTrials(root, [{ ...trial, helps: false, ratio: 1 }]);
  expect(readTrials(root)).toMatchObject([
    { setting: 'cpus: one', helps: false },
    { setting: 'priority: highest', helps: true },
  ]);
});

test.each([
  ['no JSON', '{'],
  ['a setting that is no key', JSON.stringify({ ...trial, setting: '$(reboot): x' })],
  ['a ratio as text', JSON.stringify({ ...trial, ratio: '0' })],
  ['a ratio of nothing', JSON.stringify({ ...trial, ratio: 0 })],
  ['a long line', JSON.stringify({ ...trial, figure: 'x'.repeat(2_000) })],
])('%s does not count, and what stands beside it does', (_what, line) => {
  keepTrials(root, [trial]);
  appendFileSync(file(), `${line}\n`);
  expect(readTrials(root)).toEqual([trial]);
});

test('a figure cannot command a terminal, and a large file is left alone', () => {
  keepTrials(root, [{ ...trial, figure: 'a\u001b[2Jb' }]);
  expect(readTrials(root)[0]?.figure).not.toContain('\u001b');
  appendFileSync(file(), `${JSON.stringify(trial)}\n`.repeat(20_000));
  expect(readTrials(root)).toEqual([]);
});

test('nothing is written behind a link', () => {
  writeFileSync(join(root, 'other'), '');
  symlinkSync(join(root, 'other'), file());
  expect(() => keepTrials(root, [trial])).toThrow('this is a symbolic link');
});
