import { expect, test } from 'vitest';
import { defaultGate } from '../../src/contract/gate.ts';
import { decide } from '../../src/gate/decide.ts';
import { accept, makeFacts, makeRun } from './make-facts.ts';
import { red, rows, twiceRed, withoutRun } from './state-rows.ts';

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
      ...['undecided', 'busy', 'suite-changed', 'over-budget', 'no-baseline', 'incomplete'],
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

test('a run that a maintainer has to approve is told as that, before and after it is overdue', () => {
  const facts = makeFacts([], { run: makeRun({ conclusion: 'action_required' }) });
  const dueAtMs = facts.headSinceMs + defaultGate.runWithinMs;
  expect(decide(facts)).toMatchObject({
    state: { kind: 'waiting', awaitsApproval: true },
    lookAgainAtMs: dueAtMs,
  });
  expect(decide({ ...facts, nowMs: dueAtMs }).state).toMatchObject({
    ...{ kind: 'no-run', awaitsApproval: true },
  });
  expect(decide(withoutRun(makeFacts())).state).toMatchObject({ awaitsApproval: false });
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
