import { expect, test } from 'vitest';
import { defaultGate } from '../../../src/contract/gate.ts';
import { decide } from '../../../bot/src/state/decide.ts';
import type { GateFacts } from '../../../bot/src/state/gate-facts.ts';
import {
  accept,
  broken,
  makeAttempt,
  makeFacts,
  makeRun,
  minuteMs,
  nowMs,
  passing,
  series,
  withGate,
} from './make-facts.ts';

const calm = [makeAttempt(1, [series('not-regressed')])];
const red = series('regressed');
const twiceRed = [makeAttempt(1, [red]), makeAttempt(2, [red], { anew: [0] })];
const onceRed = [makeAttempt(1, [red])];
const undecided = [makeAttempt(1, [series('undecided')])];
const fresh = [makeAttempt(1, [series('no-baseline')], { conclusion: 'undecided' })];
const missing = [
  makeAttempt(1, [series('not-regressed')], {
    anew: [0, 1],
    shards: { total: 3, received: [0, 1], missing: [2] },
  }),
];
const twiceBroken = [
  makeAttempt(1, [], { tests: [broken('a')] }),
  makeAttempt(2, [], { tests: [broken('a')], anew: [0] }),
];
const brings: GateFacts['configuration'] = { kind: 'none', brings: true };
const invalid = { kind: 'invalid', error: 'perigee.yml:1:1: no', mends: false } as const;
const late = { headSinceMs: nowMs - 16 * minuteMs };
const failed = makeRun({ conclusion: 'failure' });
const block = withGate({ whenUndecided: 'block' });
const pass = withGate({ whenMissing: 'pass' });

/** A row of docs/gate.md: the facts, the state, and what each kind of subject is told of it. */
const rows: [string, GateFacts, string, string, string, string][] = [
  ['a closed one', makeFacts(twiceRed, { isOpen: false }), 'left-alone', 'none', 'none', 'none'],
  [
    'one without any perigee.yml',
    makeFacts(twiceRed, { configuration: { kind: 'none', brings: false } }),
    ...(['not-set-up', 'none', 'none', 'none'] as const),
  ],
  [
    'a base that cannot be read',
    makeFacts(calm, { configuration: invalid }),
    ...(['configuration-invalid', 'action_required', 'action_required', 'neutral'] as const),
  ],
  [
    'a base that cannot be read, and is mended',
    makeFacts(twiceRed, { configuration: { ...invalid, mends: true } }),
    ...(['configuration-invalid', 'neutral', 'neutral', 'neutral'] as const),
  ],
  [
    'a change of nothing that counts',
    makeFacts(twiceRed, { isRelevant: false }),
    ...(['not-relevant', 'neutral', 'neutral', 'none'] as const),
  ],
  [
    'no run, in time',
    withoutRun(makeFacts()),
    ...(['waiting', 'queued', 'queued', 'none'] as const),
  ],
  [
    'no run, too late',
    withoutRun(makeFacts([], late)),
    ...(['no-run', 'action_required', 'action_required', 'none'] as const),
  ],
  [
    'no run, too late, and open then',
    withoutRun(makeFacts([], { ...late, configuration: pass })),
    ...(['no-run', 'neutral', 'neutral', 'none'] as const),
  ],
  [
    'a skipped run, in time',
    makeFacts([], { run: makeRun({ conclusion: 'skipped' }) }),
    ...(['waiting', 'queued', 'queued', 'none'] as const),
  ],
  [
    'a skipped run, too late',
    makeFacts([], { ...late, run: makeRun({ conclusion: 'skipped' }) }),
    ...(['run-failed', 'action_required', 'action_required', 'neutral'] as const),
  ],
  [
    'a run that waits for approval, in time',
    makeFacts([], { run: makeRun({ conclusion: 'action_required' }) }),
    ...(['waiting', 'queued', 'queued', 'none'] as const),
  ],
  [
    'a run in the queue',
    makeFacts([], { run: makeRun({ status: 'queued' }) }),
    ...(['measuring', 'queued', 'queued', 'queued'] as const),
  ],
  [
    'a run at work, however late',
    makeFacts([], { ...late, run: makeRun({ status: 'in-progress' }) }),
    ...(['measuring', 'in_progress', 'in_progress', 'in_progress'] as const),
  ],
  [
    'a failed run',
    makeFacts([], { run: failed, refusals: ['forged'] }),
    ...(['run-failed', 'action_required', 'action_required', 'neutral'] as const),
  ],
  [
    'a cancelled run, and open then',
    makeFacts([], { run: makeRun({ conclusion: 'cancelled' }), configuration: pass }),
    ...(['run-failed', 'neutral', 'neutral', 'neutral'] as const),
  ],
  [
    'an alarm',
    makeFacts(onceRed),
    ...(['confirming', 'in_progress', 'in_progress', 'in_progress'] as const),
  ],
  ['a clean change', makeFacts(calm), 'passed', 'success', 'success', 'success'],
  [
    'a confirmed regression',
    makeFacts(twiceRed),
    ...(['regressed', 'failure', 'failure', 'failure'] as const),
  ],
  [
    'a confirmed broken test',
    makeFacts(twiceBroken),
    ...(['regressed', 'failure', 'failure', 'failure'] as const),
  ],
  [
    'a regression where nothing is confirmed',
    makeFacts(onceRed, { configuration: withGate({ confirm: false }) }),
    ...(['regressed', 'failure', 'failure', 'failure'] as const),
  ],
  [
    'a regression by thresholds that are not merged yet',
    makeFacts(onceRed, { configuration: brings }),
    ...(['regressed', 'neutral', 'neutral', 'neutral'] as const),
  ],
  [
    'an accepted regression',
    makeFacts(twiceRed, { accepts: [accept(red)] }),
    ...(['accepted', 'success', 'success', 'success'] as const),
  ],
  [
    'a warning',
    makeFacts([makeAttempt(1, [warning('regressed')])]),
    ...(['passed', 'success', 'success', 'success'] as const),
  ],
  ['undecided', makeFacts(undecided), 'undecided', 'neutral', 'neutral', 'neutral'],
  [
    'undecided, and closed then',
    makeFacts(undecided, { configuration: block }),
    ...(['undecided', 'action_required', 'action_required', 'neutral'] as const),
  ],
  [
    'undecided where the rule only warns',
    makeFacts([makeAttempt(1, [warning('undecided')])], { configuration: block }),
    ...(['passed', 'success', 'success', 'success'] as const),
  ],
  ['no baseline', makeFacts(fresh), 'no-baseline', 'neutral', 'neutral', 'neutral'],
  [
    'no baseline, and closed then',
    makeFacts(fresh, { configuration: block }),
    ...(['no-baseline', 'action_required', 'action_required', 'neutral'] as const),
  ],
  [
    'missing shards',
    makeFacts(missing),
    ...(['incomplete', 'action_required', 'action_required', 'neutral'] as const),
  ],
  [
    'missing shards, and open then',
    makeFacts(missing, { configuration: pass }),
    ...(['incomplete', 'neutral', 'neutral', 'neutral'] as const),
  ],
  [
    'nothing measured',
    makeFacts([makeAttempt(1, [], { tests: [passing('a')] })]),
    ...(['incomplete', 'action_required', 'action_required', 'neutral'] as const),
  ],
];

test.each(rows)('%s', (_title, facts, state, pullRequest, mergeGroup, push) => {
  const told = (['pull-request', 'merge-group', 'push'] as const).map((kind) => {
    const { check } = decide({ ...facts, kind });
    return check.status === 'completed' ? check.conclusion : check.status;
  });
  const decision = decide(facts);
  expect(decision.state.kind === 'judged' ? decision.state.outcome : decision.state.kind).toBe(
    state,
  );
  expect(told).toEqual([pullRequest, mergeGroup, push]);
});

test('a comment comes with news, and only on pull requests', () => {
  const commented = rows.filter(([, facts]) => decide(facts).comments).map((row) => row[2]);
  expect(new Set(commented)).toEqual(
    new Set([
      ...['configuration-invalid', 'no-run', 'run-failed', 'passed', 'regressed', 'accepted'],
      ...['undecided', 'no-baseline', 'incomplete'],
    ]),
  );
  for (const kind of ['merge-group', 'push'] as const) {
    expect(rows.some(([, facts]) => decide({ ...facts, kind }).comments)).toBe(false);
  }
});

test('the wait for a run ends at a moment that is told, and what is said of it then stays the same', () => {
  const facts = withoutRun(makeFacts());
  const dueAtMs = facts.headSinceMs + defaultGate.runWithinMs;
  expect(decide(facts).lookAgainAtMs).toBe(dueAtMs);
  const due = decide({ ...facts, nowMs: dueAtMs });
  expect(due).toMatchObject({ state: { kind: 'no-run', waitedMs: defaultGate.runWithinMs } });
  expect(decide({ ...facts, nowMs: dueAtMs + 7 * 86_400_000 })).toEqual(due);
});

test('an accept that ends is a moment to look again, and then it covers nothing', () => {
  const until = '2026-11-30';
  const facts = makeFacts(twiceRed, { accepts: [accept(red, { until })] });
  const endsAtMs = Date.parse('2026-12-01T00:00:00Z');
  expect(decide(facts)).toMatchObject({ lookAgainAtMs: endsAtMs, state: { outcome: 'accepted' } });
  const after = decide({ ...facts, nowMs: endsAtMs });
  expect(after).toMatchObject({ state: { outcome: 'regressed' } });
  expect(after.lookAgainAtMs).toBeUndefined();
});

function withoutRun(facts: GateFacts): GateFacts {
  const rest = { ...facts };
  delete rest.run;
  return rest;
}

function warning(state: 'regressed' | 'undecided') {
  return series(state, { blocking: false, threshold: { action: 'warn' } });
}
