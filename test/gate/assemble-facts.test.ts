import { expect, test } from 'vitest';
import { assembleFacts, type Circumstances } from '../../src/gate/assemble-facts.ts';
import type { ConfirmationState, RunHistory } from '../../src/gate/run-history.ts';
import { makeAttempt, makeFacts, makeRun, series } from './make-facts.ts';

const {
  attempts: _,
  refusals: _refusals,
  run: _run,
  shardOf: _shardOf,
  ...circumstances
} = makeFacts();

function assemble(...history: RunHistory[]) {
  return assembleFacts(circumstances satisfies Circumstances, history);
}

/** A run that has ended, with an attempt for each of those that it was at. */
function makeHistory(runId: string, attempt = 1, more: Partial<RunHistory> = {}): RunHistory {
  return {
    run: makeRun({ runId, attempt }),
    attempts: Array.from({ length: attempt }, (__, index) =>
      makeAttempt(index + 1, [series('not-regressed')]),
    ),
    isOfOtherBase: false,
    refusals: [],
    ...more,
  };
}

function asked(afterAttempt: number, shards: readonly number[] = [0]): ConfirmationState {
  return { kind: 'requested', atMs: 0, afterAttempt, shards };
}

const ofOtherBase = { attempts: [], isOfOtherBase: true, refusals: ['compared with another base'] };

test('without a run there is none to go on with', () => {
  const facts = assemble();
  expect(facts).toEqual({ ...circumstances, attempts: [], shardOf: new Map(), refusals: [] });
});

test('the attempts of a second run are counted on from those of the first, as is the run itself', () => {
  const facts = assemble(makeHistory('1', 2), makeHistory('2', 3));
  expect(facts.run).toMatchObject({ runId: '2', attempt: 5 });
  expect(facts.attempts.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4, 5]);
});

test('a newer run of another base is not the one to go on with, and its attempts count nowhere', () => {
  const facts = assemble(
    makeHistory('1', 2, { confirmation: asked(1) }),
    makeHistory('2', 3, { ...ofOtherBase, confirmation: { kind: 'refused', why: 'no right' } }),
  );
  expect(facts.run).toMatchObject({ runId: '1', attempt: 2 });
  expect(facts.confirmation).toEqual(asked(1));
  expect(facts.refusals).toEqual([]);
  expect(assemble(makeHistory('2', 3, ofOtherBase), makeHistory('3')).run?.attempt).toBe(1);
});

test('where all runs are of another base the newest says why nothing counts', () => {
  const facts = assemble(makeHistory('1', 1, ofOtherBase), makeHistory('2', 1, ofOtherBase));
  expect(facts).toMatchObject({ run: { runId: '2' }, refusals: ofOtherBase.refusals });
});

test('what was asked of an older run is not asked of the newest', () => {
  const older = makeHistory('1', 1, { confirmation: asked(1) });
  expect(assemble(older, makeHistory('2')).confirmation).toBeUndefined();
  expect(assemble(older).confirmation).toEqual(asked(1));
});

test('what was asked of the newest run is counted on with its attempts', () => {
  const newest = makeHistory('2', 1, { confirmation: asked(1) });
  expect(assemble(makeHistory('1', 2), newest).confirmation).toEqual(asked(3));
  const refused = { kind: 'refused', why: 'no right' } as const;
  expect(assemble(makeHistory('1', 2), { ...newest, confirmation: refused }).confirmation).toEqual(
    refused,
  );
});

test('a shard that was not begun since it was asked for was not asked for', () => {
  const plan = { total: 3, shardOf: new Map([['a', 0]]) };
  const begun = new Map([
    [0, 2],
    [1, 1],
  ]);
  const history = (attempt: number): RunHistory =>
    makeHistory('1', attempt, {
      plan,
      confirmation: asked(1, [0, 1, 2]),
      lastAttempt: (shard, total) => (total === 3 ? begun.get(shard) : undefined),
    });
  // Of the third nothing tells.
  expect(assemble(history(2)).confirmation).toEqual(asked(1, [0, 2]));
  expect(assemble(history(1)).confirmation).toEqual(asked(1, [0, 1, 2]));
});

test('the newest run that left something says how the tests are cut', () => {
  const cut = (total: number) => ({ plan: { total, shardOf: new Map([['a', total]]) } });
  const shardsOf = (...history: RunHistory[]) => assemble(...history).shardOf.get('a');
  const left = makeHistory('1', 1, cut(4));
  expect(shardsOf(left, makeHistory('2', 1, cut(2)))).toBe(2);
  expect(shardsOf(left, makeHistory('2', 1, { ...cut(2), attempts: [] }))).toBe(4);
  expect(shardsOf(makeHistory('2', 1, { ...cut(2), attempts: [] }))).toBe(2);
  expect(shardsOf(makeHistory('2'))).toBeUndefined();
});
