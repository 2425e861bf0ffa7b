import { expect, test } from 'vitest';
import { seriesKey } from '../../src/contract/series-key.ts';
import { createRandom } from '../../src/stats/random.ts';
import { decide } from '../../src/gate/decide.ts';
import type { Decision, GateFacts, SeriesFate } from '../../src/gate/gate-facts.ts';
import { accept, broken, makeAttempt, makeRun, series } from './make-facts.ts';
import { draw, drawFacts, listStanding } from './random-facts.ts';
import { countTrials } from '../nightly.ts';

const seed = 20261121;
const rounds = countTrials({ byNight: 1000, byDay: 200 });

/** Runs a property on facts of many seeds; a failure names its own. */
function forAll(property: (facts: GateFacts, random: () => number) => void, most = rounds): void {
  for (let round = 0; round < most; round += 1) {
    const random = createRandom(seed + round);
    const facts = drawFacts(random);
    try {
      property(facts, random);
    } catch (cause) {
      throw new Error(`does not hold for the facts of seed ${seed + round}`, { cause });
    }
  }
}

const conclusionOf = ({ check }: Decision) =>
  check.status === 'completed' ? check.conclusion : check.status;
const fatesOf = ({ state }: Decision): [string, SeriesFate][] =>
  'judgement' in state && state.judgement !== undefined
    ? state.judgement.series.map(({ key, fate }) => [key, fate])
    : [];
const passes = (decision: Decision) => ['success', 'neutral'].includes(conclusionOf(decision));

test(`the facts are of all kinds (seed ${seed})`, () => {
  const seen = new Map<string, number>();
  forAll((facts) => {
    const conclusion = conclusionOf(decide(facts));
    seen.set(conclusion, (seen.get(conclusion) ?? 0) + 1);
  });
  for (const kind of ['success', 'failure', 'neutral', 'action_required', 'in_progress']) {
    expect(seen.get(kind) ?? 0, kind).toBeGreaterThan(
      rounds / countTrials({ byNight: 100, byDay: 250 }),
    );
  }
});

test(`nothing passes while a series stands that is neither accepted nor cleared (seed ${seed})`, () => {
  let counted = 0;
  forAll((facts) => {
    const standing = listStanding(facts);
    const decision = decide(facts);
    if (standing.length > 0) expect(passes(decision)).toBe(false);
    if (passes(decision)) expect(standing).toEqual([]);
    counted += standing.length;
  });
  expect(counted).toBeGreaterThan(rounds / 2);
});

test(`nothing is red that does not stand, and no test broken that was seen to pass more often (seed ${seed})`, () => {
  forAll((facts) => {
    const decision = decide(facts);
    if (conclusionOf(decision) !== 'failure' || decision.state.kind !== 'judged') return;
    const { brokenTests } = decision.state.judgement;
    if (brokenTests.length === 0) expect(listStanding(facts)).not.toEqual([]);
  });
});

test(`an attempt that says the same of what is red never turns it green (seed ${seed})`, () => {
  let reds = 0;
  forAll((facts) => {
    const before = decide(facts);
    if (conclusionOf(before) !== 'failure' || before.state.kind !== 'judged') return;
    reds += 1;
    const { judgement, run } = before.state;
    const standing = judgement.verdict.series;
    const again = makeAttempt(run.attempt + 1, [...standing], {
      tests: judgement.brokenTests.map(broken),
    });
    const attempts = [...facts.attempts, again];
    const after = decide({ ...facts, attempts, run: makeRun({ attempt: again.attempt }) });
    expect(conclusionOf(after)).toBe('failure');
  });
  expect(reds).toBeGreaterThan(rounds / countTrials({ byNight: 20, byDay: 40 }));
});

test(`the order of accepts makes no difference (seed ${seed})`, () => {
  forAll((facts, random) => {
    const shuffled = facts.accepts
      .map((one) => ({ one, at: random() }))
      .sort((a, b) => a.at - b.at)
      .map(({ one }) => one);
    expect(decide({ ...facts, accepts: shuffled })).toEqual(decide(facts));
  });
});

test(`the order in which attempts said something makes no difference to how it ends (seed ${seed})`, () => {
  forAll((facts) => {
    const run = makeRun({ attempt: facts.attempts.length });
    const forward = facts.attempts.map((one) => ({ ...one, shards: [0, 1, 2] }));
    const backward = forward.toReversed().map((one, i) => ({ ...one, attempt: i + 1 }));
    const [a, b] = [forward, backward].map(
      (attempts) => new Map(fatesOf(decide({ ...facts, attempts, run }))),
    );
    expect(a).toEqual(b);
  });
});

test(`an accept never covers what is worse in every attempt, whatever else is accepted (seed ${seed})`, () => {
  forAll((facts, random) => {
    const worse = series('regressed', { ratio: draw(random, [1.3, 1.6, 4]) });
    const accepts = [...facts.accepts, accept(series('regressed', { ratio: 1.2 }), { id: 'B' })];
    const covered = accepts.filter(({ series: [one] }) => {
      return one?.key === seriesKey(worse) && (one.upper ?? 0) >= (worse.evidence.change ?? 0);
    });
    if (covered.length > 0) return;
    const attempts = [makeAttempt(1, [worse]), makeAttempt(2, [worse])];
    const run = makeRun({ attempt: 2 });
    expect(conclusionOf(decide({ ...facts, attempts, run, accepts }))).toBe('failure');
  });
});

test(`time alone changes nothing before the moment that is told (seed ${seed})`, () => {
  let told = 0;
  forAll((facts, random) => {
    const decision = decide(facts);
    const { lookAgainAtMs = facts.nowMs + 90 * 86_400_000 } = decision;
    if (decision.lookAgainAtMs !== undefined) told += 1;
    const nowMs = facts.nowMs + Math.floor(random() * (lookAgainAtMs - facts.nowMs));
    expect(decide({ ...facts, nowMs })).toEqual(decision);
  });
  expect(told).toBeGreaterThan(rounds / countTrials({ byNight: 20, byDay: 40 }));
});

test(`shards are asked for once, and only of a run that has ended (seed ${seed})`, () => {
  let asked = 0;
  forAll((facts) => {
    const { confirmShards, state } = decide(facts);
    if (confirmShards.length === 0) return;
    asked += 1;
    expect(state.kind).toBe('confirming');
    expect(facts.run?.status).toBe('completed');
    const known = facts.confirmation?.kind === 'requested' ? facts.confirmation.shards : [];
    expect(confirmShards.filter((shard) => known.includes(shard))).toEqual([]);
    expect(new Set(confirmShards).size).toBe(confirmShards.length);
  });
  expect(asked).toBeGreaterThan(rounds / countTrials({ byNight: 20, byDay: 40 }));
});

test(`facts are only read (seed ${seed})`, () => {
  forAll((facts) => {
    const copy = structuredClone(facts);
    decide(facts);
    expect(facts).toEqual(copy);
  }, 100);
});
