import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { isGap } from '../../../src/contract/gaps.ts';
import type { Leftovers } from '../../../src/contract/process-hold.ts';
import { describeLeftovers } from '../../../src/runner/setup/end-leftovers.ts';
import { setUpSide, type SideSetup } from '../../../src/runner/setup/set-up-side.ts';
import { linuxOnly } from '../../linux-only.ts';
import { isRunning, openHold } from '../stage/hold.ts';
import { makeFolder, makeRepository } from '../stage/make-repository.ts';
import { makeTest, makeSetup, runTests } from '../stage/make-request.ts';

/** Leaves a process in a session of its own, below a parent that ends: nothing but Linux finds it again. */
const leave = (file: string): string =>
  `setsid sh -c 'echo $$ > $0.part; mv $0.part $0; exec sleep 600' ${file} & until grep -q sleep /proc/$(cat ${file})/comm; do sleep 0.01; done`;

async function setUp(commands: string[][], more: Partial<SideSetup> = {}) {
  const all: Leftovers[] = [];
  const hold = await openHold();
  const setup = makeSetup(commands, { hold, onLeft: (left) => all.push(left), ...more });
  const result = await setUpSide(setup).catch((error: unknown) => (error as Error).message);
  return { result, all };
}

linuxOnly('what a command leaves is there for the next one, and ends with the last', async () => {
  const file = join(makeFolder(), 'pid');
  const { all, result } = await setUp([
    ['sh', '-c', leave(file)],
    ['sh', '-c', `kill -0 $(cat ${file})`],
  ]);
  expect(result).toBe('done');
  expect(isRunning(file)).toBe(false);
  expect(all).toEqual([{ ended: ['sleep'], stuck: [] }]);
});

linuxOnly('what a setup that fails has left ends too', async () => {
  const file = join(makeFolder(), 'pid');
  const { result } = await setUp([['sh', '-c', `${leave(file)}; exit 4`]]);
  expect(result).toContain('exit code 4');
  expect(isRunning(file)).toBe(false);
});

linuxOnly('so does what an interrupted one has left, after its parent has gone', async () => {
  const file = join(makeFolder(), 'pid');
  const controller = new AbortController();
  const ended = setUp(
    [
      ['sh', '-c', leave(file)],
      ['sleep', '600'],
    ],
    {
      signal: controller.signal,
      onCommand: ([program]) => {
        if (program === 'sleep') setTimeout(() => controller.abort(), 50);
      },
    },
  );
  expect((await ended).result).toBe('interrupted');
  expect(isRunning(file)).toBe(false);
});

test('a command that is interrupted while it starts ends as well', async () => {
  const controller = new AbortController();
  const { result } = await setUp([['sleep', '600']], {
    signal: controller.signal,
    onCommand: () => void setImmediate(() => controller.abort()),
  });
  expect(result).toBe('interrupted');
});

linuxOnly('and what one has left that did not end in time', async () => {
  const file = join(makeFolder(), 'pid');
  const ended = setUp(
    [
      ['sh', '-c', leave(file)],
      ['sleep', '600'],
    ],
    { timeoutMs: 2000 },
  );
  while (!existsSync(file)) await sleep(10);
  expect((await ended).result).toContain('not done after 2 s');
  expect(isRunning(file)).toBe(false);
});

linuxOnly(
  'a server that setup starts answers no test, and the record says so for each side',
  async () => {
    const folder = makeFolder();
    const setup = [['sh', '-c', `file=${folder}/$(cat side.txt); ${leave('$file')}`]];
    const repository = makeRepository({ 'side.txt': 'before' });
    repository.write('side.txt', 'after');
    const alive = makeTest('alive', { command: ['sh', '-c', `kill -0 $(cat ${folder}/before)`] });
    const ports = { hold: await openHold() };
    const record = await runTests(repository, [alive], { suite: { setup }, ports });
    expect(record.profiles.map(({ outcome }) => outcome.status)).not.toContain('passed');
    const notes = record.problems.filter(({ code }) => code === 'setup-left-running');
    expect(notes.map(({ side }) => side)).toEqual(['before', 'after']);
    expect(notes[0]?.message).toBe(
      'setup left sleep running, and Perigee ended it; if the tests need it, declare it under services in perigee.yml with its command',
    );
  },
);

test('what was ended is a note, and what could not be ended a gap: both sides may use it', () => {
  const problems = describeLeftovers('before', { ended: ['java'], stuck: ['postgres'] });
  expect(problems.map((problem) => [problem.code, isGap(problem)])).toEqual([
    ['setup-left-running', false],
    ['setup-not-ended', true],
  ]);
  expect(describeLeftovers('before', { ended: [], stuck: [] })).toEqual([]);
});
