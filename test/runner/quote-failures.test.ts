import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Outcome, Profile, RunRecord, Side } from '../../src/contract/documents.ts';
import { fingerprintHost } from '../../src/runner/host/fingerprint-host.ts';
import { quoteFailures } from '../../src/runner/quote-failures.ts';
import { draftRecord } from '../../src/runner/run-suite.ts';
import { makeFolder, makeRepository } from './stage/make-repository.ts';
import { makeSuite, makeTest } from './stage/make-request.ts';

async function draft(profiles: Profile[]): Promise<RunRecord> {
  const tests = [makeTest('upload')];
  const side = { commit: 'a'.repeat(40), label: 'HEAD' };
  const record = draftRecord({
    id: 'r1',
    suite: makeSuite(makeRepository(), tests),
    tests,
    sides: { before: side, after: side },
    shard: { index: 0, total: 1, attempt: 1 },
    planDigest: undefined,
    host: await fingerprintHost({}),
    tier: undefined,
    seed: 1,
    startedAt: new Date(0),
  });
  return { ...record, profiles };
}

function makeProfile(side: Side, repeat: number, status: Outcome['status']): Profile {
  const place = { test: 'upload', side, repeat, order: 0 as const };
  return {
    schema: 'perigee/profile',
    version: 1,
    ...place,
    startedAt: '2026-11-21T06:00:00Z',
    durationNs: 1,
    outcome: { status },
    metrics: [],
    spans: [],
    problems: [],
    hostLoad: {},
    log: `logs/${side}-${repeat}.log`,
  };
}

const folderWith = (...logs: string[]): string => {
  const folder = makeFolder();
  mkdirSync(join(folder, 'logs'));
  for (const log of logs) writeFileSync(join(folder, 'logs', log), `this is ${log}\n`);
  return folder;
};

test('of every side the first execution that failed is quoted, with its pair', async () => {
  const record = await draft([
    makeProfile('before', 0, 'passed'),
    makeProfile('after', 0, 'passed'),
    makeProfile('after', 1, 'failed'),
    makeProfile('before', 1, 'timed-out'),
    makeProfile('after', 2, 'failed'),
  ]);
  const problems = await quoteFailures(record, folderWith('before-1.log', 'after-1.log'), []);
  expect(problems.map(({ side, repeat }) => [side, repeat])).toEqual([
    ['after', 1],
    ['before', 1],
  ]);
  expect(problems[0]?.message.split('\n')).toEqual([
    'the first execution that did not pass failed',
    'this is after-1.log',
    'log: .perigee/runs/r1/logs/after-1.log',
  ]);
});

test('what the warm-up has shown already, and what says nothing itself, is not quoted', async () => {
  const record = await draft([
    makeProfile('before', 0, 'failed'),
    makeProfile('after', 0, 'interrupted'),
    makeProfile('after', 1, 'not-started'),
  ]);
  record.problems.push({
    code: 'warm-up-not-passed',
    message: 'the warm-up failed',
    test: 'upload',
    side: 'before',
  });
  expect(await quoteFailures(record, folderWith(), [])).toEqual([]);
});

/** The quoted lines of an execution that wrote this. */
async function quote(lines: readonly string[]): Promise<string[]> {
  const folder = folderWith();
  writeFileSync(join(folder, 'logs', 'after-0.log'), lines.join('\n'));
  const problems = await quoteFailures(
    await draft([makeProfile('after', 0, 'failed')]),
    folder,
    [],
  );
  return problems[0]?.message.split('\n').slice(1, -1) ?? [];
}

const stack = Array.from({ length: 10 }, (_, index) => `    at work (file.js:${index})`);

test.each(['TypeError [ERR_X]: not a number', 'Error: gone', 'bench: error in pull: gone'])(
  'the line that tells why is quoted above the last ones, which may be its stack: %s',
  async (why) => {
    const output = ['Error: an earlier one', why, ...stack, '  code: 7', '}'];
    expect(await quote(output)).toEqual([why, ...output.slice(-7)]);
  },
);

test('a line that tells why and is among the last ones is not quoted twice', async () => {
  const output = [...stack, 'Error: gone'];
  expect(await quote(output)).toEqual(output.slice(-8));
});

test('where no line looks like a reason the last ones are all', async () => {
  expect(await quote(stack)).toEqual(stack.slice(-8));
});
