import { expect, test } from 'vitest';
import { decide } from '../../src/gate/decide.ts';
import type { GateFacts } from '../../src/gate/gate-facts.ts';
import { confirmWithinMs } from '../../src/gate/judge-run.ts';
import { makeAttempt, makeFacts, makeRun, minuteMs, nowMs, broken, series } from './make-facts.ts';

const red = series('regressed');
const first = makeAttempt(1, [red]);
const asked = (more: object = {}): Pick<GateFacts, 'confirmation'> => ({
  confirmation: {
    ...{ kind: 'requested', atMs: nowMs - minuteMs, afterAttempt: 1, shards: [0] },
    ...more,
  },
});

test('an alarm has the jobs of its shards run again, that of the worst first, each once', () => {
  const all = [
    series('regressed', { test: 'b', ratio: 1.1 }),
    series('regressed', { test: 'c', ratio: 1.5 }),
    series('regressed', { test: 'c', metric: 'memory.peak', ratio: 1.4 }),
    series('not-regressed'),
  ].sort((x, y) => (y.evidence.change ?? 0) - (x.evidence.change ?? 0));
  const decision = decide(makeFacts([makeAttempt(1, all)]));
  expect(decision.confirmShards).toEqual([2, 1]);
  expect(decision.state.kind).toBe('confirming');
});

test('a broken test is run again too', () => {
  const attempt = makeAttempt(1, [], { tests: [broken('b')] });
  const decision = decide(makeFacts([attempt]));
  expect(decision).toMatchObject({ confirmShards: [1], state: { kind: 'confirming' } });
  expect(decision.state).toMatchObject({ judgement: { brokenTests: ['b'] } });
});

test('nothing is asked of a run that has not ended, since GitHub would refuse it', () => {
  const decision = decide(makeFacts([first], { run: makeRun({ status: 'in-progress' }) }));
  expect(decision).toMatchObject({ state: { kind: 'confirming' }, confirmShards: [] });
});

test('what was asked for is not asked for again, and is lost when it does not begin in time', () => {
  const facts = makeFacts([first], asked());
  const lostAtMs = nowMs - minuteMs + confirmWithinMs;
  expect(decide(facts)).toMatchObject({
    ...{ state: { kind: 'confirming' }, confirmShards: [], lookAgainAtMs: lostAtMs },
  });
  expect(decide({ ...facts, nowMs: lostAtMs })).toMatchObject({
    state: { outcome: 'regressed', judgement: { unconfirmed: 'the second run never began' } },
    check: { conclusion: 'failure' },
  });
});

test('while the second run is at work the check stays open, however long it takes', () => {
  const run = makeRun({ attempt: 2, status: 'in-progress' });
  const decision = decide(makeFacts([first], { ...asked({ atMs: 0 }), run }));
  expect(decision).toMatchObject({
    state: { kind: 'confirming' },
    check: { status: 'in_progress' },
  });
  expect(decision.lookAgainAtMs).toBeUndefined();
});

test('a second run whose job failed clears nothing: the one attempt stands, and says so', () => {
  const run = makeRun({ attempt: 2, conclusion: 'failure' });
  expect(decide(makeFacts([first], { ...asked(), run }))).toMatchObject({
    state: {
      outcome: 'regressed',
      judgement: { unconfirmed: 'the second run left no measurement' },
    },
    check: { conclusion: 'failure' },
  });
});

test('a refusal of GitHub makes one attempt enough, and its reason is told', () => {
  const facts = makeFacts([first], { confirmation: { kind: 'refused', why: 'no permission' } });
  expect(decide(facts)).toMatchObject({
    ...{ state: { outcome: 'regressed', judgement: { unconfirmed: 'no permission' } } },
    ...{ check: { conclusion: 'failure' }, confirmShards: [] },
  });
});

test('a test whose shard is unknown cannot be confirmed, and blocks', () => {
  const decision = decide(makeFacts([makeAttempt(1, [series('regressed', { test: 'z' })])]));
  expect(decision).toMatchObject({ check: { conclusion: 'failure' }, confirmShards: [] });
});

test('where GitHub takes one job at a time, the next one is asked for when the first has cleared', () => {
  const both = [series('regressed'), series('regressed', { test: 'b' })];
  const one = makeAttempt(1, both);
  const run = makeRun({ attempt: 2 });
  const second = makeAttempt(2, [series('not-regressed'), both[1] ?? red], { anew: [0] });
  const facts = makeFacts([one, second], { ...asked(), run });
  expect(decide(facts)).toMatchObject({ state: { kind: 'confirming' }, confirmShards: [1] });
  const again = asked({ afterAttempt: 2, shards: [0, 1] });
  expect(decide({ ...facts, ...again })).toMatchObject({
    ...{ state: { kind: 'confirming' }, confirmShards: [] },
  });
});

test('once something is red for sure nothing more is asked for, and the check says so at once', () => {
  const both = [series('regressed'), series('regressed', { test: 'b' })];
  const attempts = [makeAttempt(1, both), makeAttempt(2, both, { anew: [0] })];
  const decision = decide(makeFacts(attempts, asked()));
  expect(decision).toMatchObject({ check: { conclusion: 'failure' }, confirmShards: [] });
  expect(decision.state).toMatchObject({
    judgement: { series: [{ fate: 'blocks' }, { fate: 'awaits-confirmation' }] },
  });
});

test('all shards are enough to judge by, though the job that reports is still at work', () => {
  const calm = makeAttempt(1, [series('not-regressed')]);
  const run = makeRun({ status: 'in-progress' });
  expect(decide(makeFacts([calm], { run })).check).toMatchObject({ conclusion: 'success' });
  const part = makeAttempt(1, [series('not-regressed')], {
    anew: [0],
    shards: { total: 3, received: [0], missing: [1, 2] },
  });
  expect(decide(makeFacts([part], { run })).state.kind).toBe('measuring');
});

test('so is the answer to what was asked for; of an attempt that a person began all is awaited', () => {
  const again = makeAttempt(2, [red], { anew: [0] });
  const run = makeRun({ attempt: 2, status: 'in-progress' });
  const facts = makeFacts([first, again], { run });
  expect(decide({ ...facts, ...asked() }).check).toMatchObject({ conclusion: 'failure' });
  expect(decide(facts).check).toEqual({ status: 'in_progress' });
});

test('a person who measures a red change again sees it open, and red again after a failed job', () => {
  const attempts = [first, makeAttempt(2, [red], { anew: [0] })];
  const running = makeRun({ attempt: 3, status: 'in-progress' });
  const open = decide(makeFacts(attempts, { run: running }));
  expect(open).toMatchObject({ state: { kind: 'measuring' }, check: { status: 'in_progress' } });
  const ended = makeRun({ attempt: 3, conclusion: 'cancelled' });
  expect(decide(makeFacts(attempts, { run: ended })).check).toMatchObject({
    conclusion: 'failure',
  });
});

test('artifacts of an attempt that GitHub does not show yet are not judged early', () => {
  const attempts = [first, makeAttempt(2, [series('not-regressed')], { anew: [0] })];
  expect(decide(makeFacts(attempts, { run: makeRun({ attempt: 1 }) })).check.status).toBe(
    'in_progress',
  );
});

test('what is measured again is open meanwhile, also what was green', () => {
  const calm = makeAttempt(1, [series('not-regressed')]);
  const run = makeRun({ attempt: 2, status: 'in-progress' });
  expect(decide(makeFacts([calm], { run }))).toMatchObject({
    ...{ state: { kind: 'measuring' }, check: { status: 'in_progress' } },
  });
  const ended = makeRun({ attempt: 2, conclusion: 'success' });
  expect(decide(makeFacts([calm], { run: ended })).check).toMatchObject({ conclusion: 'success' });
});

test('while shards of the first attempt are awaited it is measured, and what is known goes with it', () => {
  const missing = { total: 3, received: [0], missing: [1, 2] };
  const run = makeRun({ status: 'in-progress' });
  const partly = makeAttempt(1, [red], { anew: [0], shards: missing });
  const { state } = decide(makeFacts([partly], { run }));
  expect(state).toMatchObject({
    kind: 'measuring',
    judgement: { series: [{ fate: 'awaits-confirmation' }] },
  });
});
