import { appendFileSync, mkdirSync, readFileSync, symlinkSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { atNight } from '../nightly.ts';
import type { GateEntry } from '../../src/contract/documents.ts';
import type { GateAnswer } from '../../src/contract/gate-record.ts';
import { dayMs, makeControl, makeJudged, startMs } from '../gate/record/make-entries.ts';
import { draftSuite, draftWork, makeRepository, type UserRepository } from './repository.ts';

let repository: UserRepository;
beforeEach(() => {
  repository = makeRepository();
  repository.write('work.sh', draftWork(60));
  repository.write('perigee.yml', draftSuite({ worse: '10%' }));
  repository.commit('Start');
});

const journal = (): string => join(repository.root, '.perigee', 'gate.jsonl');

/** Makes the days of the entries end today. */
function keep(lastDay: number, entries: readonly GateEntry[]): void {
  mkdirSync(join(repository.root, '.perigee'), { recursive: true });
  const laterMs = Date.now() - 60_000 - startMs - lastDay * dayMs;
  for (const entry of entries) {
    const at = new Date(Date.parse(entry.at) + laterMs).toISOString();
    appendFileSync(journal(), `${JSON.stringify({ ...entry, at })}\n`);
  }
}

async function ask(): Promise<GateAnswer> {
  const { stdout } = await repository.perigee('gate', '--format', 'json');
  return JSON.parse(stdout) as GateAnswer;
}

atNight('what a laptop measured is on the record: a comparison and a control', async () => {
  await repository.perigee('compare', 'HEAD', 'HEAD');
  await repository.perigee('control', '--by', '200%');
  const { alarms, record } = await ask();
  expect(alarms).toEqual([]);
  expect(record).toMatchObject({ judged: 0, sameCode: { of: 1 } });
  expect(record.nights).toMatchObject([{ by: 2, cost: 'cpu', isProven: true, found: 1, asked: 1 }]);
  expect(record.nights[0]?.smallestFound).toBeGreaterThan(0.5);
  expect(record.spent.judged.pairs).toBeGreaterThanOrEqual(5);
  expect(record.spent.control.seconds).toBeGreaterThan(0);
  const { exitCode, stdout } = await repository.perigee('gate');
  expect(stdout).toMatch(/\+200% cpu +✓ 1 of 1/);
  expect(stdout).toContain('No alarm about the gate itself.');
  expect(exitCode).toBe(0);
});

test('an alarm about the gate ends it with 1, and says what to do', async () => {
  keep(1, [makeControl(0), makeControl(1, { isProven: false })]);
  const { exitCode, stdout } = await repository.perigee('gate');
  expect(stdout).toContain('Alarms about the gate itself');
  expect(stdout).toContain('the control stays green');
  expect(stdout).toContain('perigee variability');
  expect(exitCode).toBe(1);
});

test('a line that cannot be read is told and does not count', async () => {
  keep(0, [makeJudged(0)]);
  appendFileSync(journal(), '{"schema":"perigee/gate-entry","version":9}\nnonsense\n');
  const { exitCode, stderr, stdout } = await repository.perigee('gate');
  expect(stderr).toContain('2 lines of');
  expect(stdout).toContain('on controls nothing');
  expect(exitCode).toBe(0);
});

test('nothing is read or written behind a link', async () => {
  keep(0, [makeJudged(0)]);
  unlinkSync(journal());
  symlinkSync(join(repository.root, 'work.sh'), journal());
  const { exitCode, stderr } = await repository.perigee('gate');
  expect(stderr).toContain('this is a symbolic link');
  expect(exitCode).toBe(3);
  const before = readFileSync(join(repository.root, 'work.sh'), 'utf8');
  const { stderr: told } = await repository.perigee('compare', 'HEAD', 'HEAD');
  expect(told).toContain('the record of the gate was not kept: this is a symbolic link');
  expect(readFileSync(join(repository.root, 'work.sh'), 'utf8')).toBe(before);
});

test('a control of an unknown revision says so before anything else', async () => {
  const { exitCode, stderr, stdout } = await repository.perigee('control', 'nope');
  expect(stderr).toMatch(/^perigee: .*"nope" names no commit here/);
  expect(stdout).toBe('');
  expect(exitCode).toBe(2);
});

test('--ledger, which is gone, is told in one warning', async () => {
  const { exitCode, stderr } = await repository.perigee('gate', '--ledger', '--repository', 'a/b');
  expect(stderr.match(/--ledger no longer exists/g)).toHaveLength(1);
  expect(exitCode).toBe(0);
});
