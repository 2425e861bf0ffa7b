/** What a process that reads has no room for, and what becomes of its work where it is killed. */
import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { openReaders } from '../../../src/settings/readers/open-readers.ts';
import { keepRecentRecords } from '../../../src/settings/readers/readers.ts';
import { artifactLimits } from '../../../src/transport/artifacts/artifact-limits.ts';
import { makeRecord } from '../../aggregate/make-record.ts';
import { packRecord } from '../../bot/reconcile/artifacts.ts';
import { exampleText } from '../../suite/example-suite.ts';

/** The heap of deploy/. */
const heapBytes = 304 * 2 ** 20;

test('a record that the service has no room for is refused before it is parsed', async () => {
  const small = openReaders(64 * 2 ** 20);
  onTestFinished(small.close);
  // A fifth of a million values, where the format allows ten million.
  const packed = gzipSync(`{"x":[${'1,'.repeat(200_000)}1]}`);
  const limits = { ...artifactLimits, maxInflation: 100_000 };
  const origin = { repository: 'acme/sync', runId: '1' };
  const { files } = packRecord(makeRecord([]), origin, { packed });
  await expect(small.unpackHead('x', files, origin, limits)).rejects.toThrow('186413 values');
});

/** Processes that this one has started, and that read. */
function listReaders(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ');
        const isOurs = Number(fields?.[1]) === process.pid;
        return isOurs && readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('reader-process');
      } catch {
        return false;
      }
    })
    .map(Number);
}

test.skipIf(process.platform !== 'linux')(
  'a file is read anew where the process that read it was killed, and no fault of it was found',
  async () => {
    const others = new Set(listReaders());
    const own = openReaders(heapBytes);
    onTestFinished(own.close);
    await own.parseSuite(exampleText, 'perigee.yml');
    const slow = `${exampleText}\n${'# comment\n'.repeat(20_000)}`;
    const state = { isOver: false };
    const reading = own.parseSuite(slow, 'perigee.yml').finally(() => {
      state.isOver = true;
    });
    reading.catch(() => undefined);
    while (!state.isOver) {
      for (const pid of listReaders().filter((each) => !others.has(each))) {
        process.kill(pid, 'SIGKILL');
      }
      await new Promise(setImmediate);
    }
    await expect(reading).rejects.toThrow();
    expect(await own.parseSuite(slow, 'perigee.yml')).toMatchObject({ name: 'sync' });
  },
);

const describe = (id: string) => ({ packed: Buffer.from(id), record: makeRecord([], { id }) });
const first = describe('first');
const second = describe('second');
const third = describe('third');

test('a record is found by the bytes that it was unpacked from, once', () => {
  const recent = keepRecentRecords(10);
  recent.keep(first.packed, first.record);
  expect(recent.take(second.packed)).toBeUndefined();
  expect(recent.take(Buffer.from('first'))).toBe(first.record);
  expect(recent.take(first.packed)).toBeUndefined();
});

test('beyond the limit the oldest is forgotten', () => {
  const recent = keepRecentRecords(2);
  for (const one of [first, second, third]) recent.keep(one.packed, one.record);
  expect(recent.take(first.packed)).toBeUndefined();
  expect(recent.take(second.packed)).toBe(second.record);
  expect(recent.take(third.packed)).toBe(third.record);
});
