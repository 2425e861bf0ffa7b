/** Every look finds all processes, and notices a child that was lost. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { listMarked } from '../../../src/profile/proc/list-descendants.ts';
import { ProcessSet } from '../../../src/profile/proc/process-set.ts';

const parent = `
import ctypes, os, sys
class Action(ctypes.Structure):
  _fields_ = [("handler", ctypes.c_void_p), ("mask", ctypes.c_byte * 128), ("flags", ctypes.c_int), ("restorer", ctypes.c_void_p)]
def say(word):
  os.write(1, word + b"\\n")
def child(megabytes, lasts):
  if os.fork() == 0:
    bytearray(b"1") * (megabytes * 1_000_000)
    if lasts:
      say(b"touched")
      os.read(0, 1)
    os._exit(0)
  try: os.wait()
  except ChildProcessError: pass
os.read(0, 1)
child(40, False)
if "drop" in sys.argv:
  assert ctypes.CDLL(None).sigaction(17, ctypes.byref(Action(flags=2)), None) == 0
child(10, True)
say(b"over")
os.read(0, 1)
`;

test.each([
  ['drops its children', ['drop'], false],
  ['waits for its children', [], true],
])('the set of a parent that %s says so', async (_what, argv, complete) => {
  const child = spawn('python3', ['-c', parent, ...argv], { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child, 'spawn');
  const words = createInterface(child.stdout)[Symbol.asyncIterator]();
  const set = new ProcessSet();
  onTestFinished(() => set.close());
  set.add(Number(child.pid));
  set.read();
  const next = async (): Promise<string | undefined> => {
    child.stdin.write('.');
    return (await words.next()).value;
  };
  // The first child came and went between two readings.
  expect(await next()).toBe('touched');
  set.search();
  set.read();
  expect(await next()).toBe('over');
  set.read();
  expect(set.isComplete).toBe(complete);
});

test('a process is known by its environment also while it begins another program', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'perigee-marked-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const script = join(folder, 'again.sh');
  writeFileSync(script, 'echo begun\nexec sh "$0"\n');
  const mark = `mark-of-${folder}`;
  const environment = { PATH: process.env['PATH'] ?? '', MARK: mark };
  const child = spawn('sh', [script], { env: environment, stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  child.stdout.resume();
  // A look that takes what it sees at once misses it in one of six; of these, one that has no CPU for 50 ms.
  const looks = Array.from({ length: 200 }, () => listMarked(mark));
  expect(looks.filter((found) => found.length === 0).length).toBeLessThan(10);
});
