import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { ChangeJournal, repairHost } from '../../../src/runner/host/change-journal.ts';
import { readProcess } from '../../../src/runner/host/list-processes.ts';
import { makeFolder } from '../../make-folder.ts';

let folder: string;
beforeEach(() => (folder = makeFolder()));

const path = `/dev/shm/perigee-files-test-${process.pid}`;
const ofFolder = { kind: 'folder', path } as const;

/** The journal of a process that is gone: pid 1 has another start. */
function leaveJournal(lines: readonly string[], own = nameOwn()): void {
  const [start = ''] = own.split('.');
  writeFileSync(join(folder, `${start}.1.987654321987`), lines.join('\n'));
}

function nameOwn(): string {
  const journal = ChangeJournal.open(folder);
  const [name = ''] = readdirSync(folder);
  journal.close();
  return name;
}

test('a change is undone when its journal is closed, and nothing is left of the journal', () => {
  const journal = ChangeJournal.open(folder);
  journal.make(ofFolder);
  expect(existsSync(path)).toBe(true);
  expect(journal.close()).toEqual([]);
  expect([existsSync(path), readdirSync(folder)]).toEqual([false, []]);
});

test('the newest changes can be undone alone', () => {
  const journal = ChangeJournal.open(folder);
  journal.make(ofFolder);
  journal.make({ kind: 'folder', path: `${path}-2` });
  expect(journal.undo(1)).toEqual([]);
  expect([existsSync(path), existsSync(`${path}-2`), journal.size]).toEqual([true, false, 1]);
  journal.close();
});

test('what a killed process has stopped goes on after the next start', async () => {
  const sleeper = spawn('sleep', ['60']);
  try {
    const { started = '' } = readProcess(sleeper.pid ?? 0) ?? {};
    process.kill(sleeper.pid ?? 0, 'SIGSTOP');
    leaveJournal([JSON.stringify({ kind: 'stop', pid: sleeper.pid, started, name: 'sleep' })]);
    await expect.poll(() => readProcess(sleeper.pid ?? 0)?.state).toBe('T');
    const { failed, undone } = repairHost(folder);
    expect(undone).toEqual([expect.stringMatching(/^sleep \(process \d+\) was stopped$/)]);
    expect(failed).toEqual([]);
    await expect.poll(() => readProcess(sleeper.pid ?? 0)?.state).not.toBe('T');
    expect(readdirSync(folder)).toEqual([]);
  } finally {
    sleeper.kill('SIGKILL');
  }
});

test('a process that was given the pid of another one is left alone', () => {
  const stranger = { kind: 'stop', pid: process.pid, started: '1', name: 'other' };
  leaveJournal([JSON.stringify(stranger)]);
  expect(repairHost(folder).failed).toEqual([]);
});

test('a journal of before the machine was restarted is only removed', () => {
  mkdirSync(path);
  try {
    leaveJournal([JSON.stringify(ofFolder)], '00000000-0000-0000-0000-000000000000');
    expect(repairHost(folder)).toEqual({ undone: [], failed: [] });
    expect([existsSync(path), readdirSync(folder)]).toEqual([true, []]);
  } finally {
    rmSync(path, { recursive: true });
  }
});

test('a line that was cut, and one that Perigee would not write, are passed over', () => {
  mkdirSync(path);
  const forged = [
    { kind: 'folder', path: '/dev/shm/../etc' },
    { kind: 'folder', path: folder },
    { kind: 'write', path: '/proc/sys/vm/swappiness', before: '60', value: '0' },
    { kind: 'mount', path: '/home' },
    { kind: 'stop', pid: 1, started: '1', name: 'init' },
    null,
  ];
  leaveJournal([...forged, ofFolder].map((one) => JSON.stringify(one)).concat('{"kind":"fol'));
  expect(repairHost(folder).undone).toEqual([`the folder ${path} was made`]);
  expect([existsSync(path), existsSync(folder)]).toEqual([false, true]);
});

test('two runs that change the machine do not go on at once', async () => {
  // Of no process: to stop it does nothing.
  const shared = { kind: 'stop', pid: 4_000_000, started: '1', name: 'none' } as const;
  const script = `
    const { ChangeJournal } = await import(${JSON.stringify(new URL('../../../src/runner/host/change-journal.ts', import.meta.url).href)});
    ChangeJournal.open(${JSON.stringify(folder)}).make(${JSON.stringify(shared)});
    console.log('open');
    setInterval(() => {}, 1000);`;
  const other = spawn(process.execPath, ['--input-type=module', '--eval', script]);
  try {
    await new Promise((resolve) => other.stdout.once('data', resolve));
    const journal = ChangeJournal.open(folder);
    expect(() => {
      journal.make(shared);
    }).toThrow(/measures too, and has changed settings/);
    journal.make(ofFolder);
    expect(journal.close()).toEqual([]);
    expect(repairHost(folder).undone).toEqual([]);
  } finally {
    other.kill('SIGKILL');
  }
});

test('a folder that is a link is refused', () => {
  rmSync(folder, { recursive: true });
  expect(() => ChangeJournal.open('/proc/self')).toThrow(/not a folder of your own/);
});
