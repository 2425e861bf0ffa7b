import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { loadSystemCalls } from '../../../src/profile/host/system-calls.ts';
import { OpenWatch } from '../../../src/profile/observe/watch-opens.ts';
import { makeFolder } from '../../runner/stage/make-repository.ts';

test('a watch that is concluded twice closes its descriptor once', () => {
  const closed: number[] = [];
  const watch = OpenWatch.open(
    {
      openWatch: () => 7,
      addWatch: () => 1,
      readWatch: () => 0,
      closeWatch: (descriptor) => void closed.push(descriptor),
    },
    makeFolder(),
  );
  watch?.conclude();
  watch?.conclude();
  expect(closed).toEqual([7]);
});

const calls = await loadSystemCalls();

test.skipIf(calls === undefined)(
  'that a new folder is listed to watch it is not seen, and what is opened in it is',
  async () => {
    const folder = makeFolder();
    mkdirSync(`${folder}/old`);
    const watch = calls && OpenWatch.open(calls, folder);
    mkdirSync(`${folder}/new/deep`, { recursive: true });
    await sleep(50);
    readdirSync(`${folder}/old`);
    writeFileSync(`${folder}/new/deep/file`, 'x');
    readFileSync(`${folder}/new/deep/file`);
    await sleep(50);
    watch?.conclude();
    expect([...(watch?.opened ?? [])].sort()).toEqual([`${folder}/new/deep/file`, `${folder}/old`]);
  },
);
