import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { tryHoldLedger } from '../../../bot/src/report-alone.ts';
import { openLedger } from '../../../bot/src/ledger/open-ledger.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'perigee-hold-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('one has a ledger at a time, and the next one when that lets go', () => {
  const file = join(folder, 'data', 'bot.sqlite');
  const hold = tryHoldLedger(file);
  expect(hold).toBeDefined();
  expect(tryHoldLedger(file)).toBeUndefined();
  hold?.release();
  hold?.release();
  const next = tryHoldLedger(file);
  expect(next).toBeDefined();
  next?.release();
});

test('another ledger is another hold, and the same under another path is not', () => {
  const file = join(folder, 'bot.sqlite');
  openLedger(file).close();
  symlinkSync(folder, join(folder, 'same'));
  const [one, other] = [tryHoldLedger(file), tryHoldLedger(join(folder, 'other.sqlite'))];
  expect([one, other]).not.toContain(undefined);
  expect(tryHoldLedger(join(folder, 'same', 'bot.sqlite'))).toBeUndefined();
  one?.release();
  other?.release();
});

test('of a process that was killed nothing stays behind', async () => {
  const file = join(folder, 'bot.sqlite');
  const source = new URL('../../../bot/src/report-alone.ts', import.meta.url).href;
  const program = `const { tryHoldLedger } = await import(${JSON.stringify(source)});
    const hold = tryHoldLedger(${JSON.stringify(file)});
    console.log('held');
    // Whoever forgets what it holds may lose it when memory is tidied.
    setInterval(() => hold, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  // Also when this test fails: vitest waits for whoever waits for it.
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  expect(tryHoldLedger(file)).toBeUndefined();
  child.kill('SIGKILL');
  await exited;
  const next = tryHoldLedger(file);
  expect(next).toBeDefined();
  next?.release();
});

test('a folder that takes no lock is named', () => {
  mkdirSync(join(folder, 'bot.sqlite.report.lock'));
  expect(() => tryHoldLedger(join(folder, 'bot.sqlite'))).toThrow(/cannot be held/);
  writeFileSync(join(folder, 'file'), '');
  expect(() => tryHoldLedger(join(folder, 'file', 'bot.sqlite'))).toThrow(/cannot be held/);
});
