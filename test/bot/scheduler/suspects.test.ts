import { expect, test } from 'vitest';
import { readMessage } from '../../../bot/src/deliveries/message.ts';
import { createLookApart, type SuspectPorts } from '../../../bot/src/scheduler/suspects.ts';
import type { Subject } from '../../../bot/src/subject.ts';
import { mostDeaths, suspectMs, type WorkMarks } from '../../../src/async/work-marks.ts';
import { repository } from './start-bot-work.ts';

const commit = 'ab'.repeat(20);
const pull: Subject = { kind: 'pull-request', repository, number: 3 };

function start(deaths: number) {
  const told: string[] = [];
  const letters: { value: string; reason: string }[] = [];
  const due: (number | undefined)[] = [];
  const left = { deaths };
  const marks: WorkMarks = {
    deathsOf: () => left.deaths,
    begin: () => void told.push('begin'),
    end: () => {
      left.deaths = 0;
      told.push('end');
    },
    putAside: () => {
      left.deaths = mostDeaths - 1;
      told.push('aside');
    },
    close: () => undefined,
  };
  const ports: SuspectPorts = {
    deliveries: {
      log: { name: 'deliveries' },
      deadLetters: {
        put: async ({ message, reason }: { message: { value: string }; reason: string }) => {
          letters.push({ value: message.value, reason });
          return 'letter';
        },
      },
    },
    ledger: {
      scheduleLook: (_: Subject, atMs: number | undefined) => void due.push(atMs),
      noteFinished: () => undefined,
    },
    logger: { log: () => undefined },
    metrics: { deadLetters: { add: () => undefined } },
    nowMs: () => 1000,
  };
  const lookApart = createLookApart(ports, marks);
  const look = (subject: Subject): Promise<void> =>
    lookApart(subject, async () => {
      told.push('look');
      await new Promise(setImmediate);
    });
  return { due, letters, look, told };
}

test('a look is marked for as long as it lasts', async () => {
  const { due, look, told } = start(0);
  await look(pull);
  expect(told).toEqual(['begin', 'look', 'end']);
  expect(due).toEqual([]);
});

test('what was in work when the process died is put off once, and then looked at', async () => {
  const { due, look, told } = start(1);
  await look(pull);
  expect(told).toEqual([]);
  expect(due).toEqual([6000]);
  await look(pull);
  expect(told).toEqual(['begin', 'look', 'end']);
});

test('two that were in work when the process died are looked at one after the other', async () => {
  const { look, told } = start(1);
  const both = [pull, { ...pull, number: 4 }];
  await Promise.all(both.map(look));
  await Promise.all(both.map(look));
  expect(told).toEqual(['begin', 'look', 'end', 'begin', 'look', 'end']);
});

test.each<[string, Subject]>([
  ['pull-request', pull],
  ['merge-group', { kind: 'merge-group', repository, head: commit, base: commit, branch: 'main' }],
  ['commit', { kind: 'push', repository, commit }],
])('after some deaths it is a dead letter that can be replayed: %s', async (kind, subject) => {
  const { due, letters, look, told } = start(mostDeaths);
  await look(subject);
  expect(told).toEqual(['aside']);
  expect(due).toEqual([undefined]);
  expect(letters[0]?.reason).toContain(`the process died ${mostDeaths} times`);
  expect(readMessage(letters[0]?.value ?? '', 'x', 1)).toMatchObject({
    repository,
    what: { kind },
  });
});

test('what comes back after it was put aside is put off again, and cleared by a good end', async () => {
  const { due, look, told } = start(mostDeaths);
  for (let i = 0; i < 4; i += 1) await look(pull);
  expect(due).toEqual([undefined, 1000 + (mostDeaths - 1) * suspectMs]);
  expect(told).toEqual(['aside', 'begin', 'look', 'end', 'begin', 'look', 'end']);
});
