import { expect, test } from 'vitest';
import type { Accept } from '../../src/gate/accept.ts';
import type { MeasuredAttempt } from '../../src/gate/run-history.ts';
import { combineAttempts } from '../../src/gate/combine-attempts.ts';
import { holdAccepts } from '../../src/gate/hold-accepts.ts';
import { accept, broken, makeAttempt, makeFacts, passing, series } from './make-facts.ts';

type Attempts = [MeasuredAttempt, ...MeasuredAttempt[]];
const facts = makeFacts();

function combine(attempts: Attempts, accepts: Accept[] = [], needed: 1 | 2 = 2) {
  return combineAttempts(attempts, {
    needed,
    shardOf: facts.shardOf,
    accepts: holdAccepts({ ...facts, attempts, accepts }),
  });
}

const states = {
  R: series('regressed'),
  N: series('not-regressed'),
  I: series('improved'),
  U: series('undecided'),
  new: series('no-baseline'),
  vanished: { ...series('undecided'), after: { values: [null], rejected: [] } },
  few: { ...series('undecided'), evidence: { method: 'none' as const, needsRepeats: 4 } },
  gone: undefined,
};

/** One attempt for each word. */
function say(words: string): Attempts {
  const attempts = words.split(' ').map((word, i) => {
    const one = states[word as keyof typeof states];
    return makeAttempt(i + 1, one === undefined ? [] : [one]);
  });
  return attempts as Attempts;
}

test.each([
  ['R', 'awaits-confirmation'],
  ['R R', 'blocks'],
  ['R N', 'cleared'],
  ['R I', 'cleared'],
  ['R U', 'cleared'],
  ['N R', 'cleared'],
  ['R N R', 'blocks'],
  ['R N R N', 'cleared'],
  ['R R N', 'blocks'],
  ['R R N N', 'cleared'],
  ['R R R N N', 'blocks'],
  ['R vanished', 'awaits-confirmation'],
  ['R few', 'awaits-confirmation'],
  ['R new', 'awaits-confirmation'],
  ['R gone', 'awaits-confirmation'],
  ['R gone R', 'blocks'],
  ['N N', undefined],
  ['U', undefined],
])('attempts that say %s: %s', (words, fate) => {
  expect(combine(say(words)).series[0]?.fate).toBe(fate);
});

test.each([
  ['R', 'blocks'],
  ['R N', 'blocks'],
  ['N R', 'blocks'],
  ['R U', 'blocks'],
  ['R N N', 'cleared'],
  ['N N R', 'cleared'],
  ['R N R N', 'blocks'],
  ['R R N N N', 'cleared'],
  ['R gone', 'blocks'],
])(
  'where nothing is confirmed one is enough, and one clean run clears nothing: %s: %s',
  (words, fate) => {
    expect(combine(say(words), [], 1).series[0]?.fate).toBe(fate);
  },
);

test('a warning is taken back by one run that does not see it, whether alarms are confirmed or not', () => {
  const warns = { blocking: false, threshold: { action: 'warn' as const } };
  const first = makeAttempt(1, [series('regressed', warns)]);
  const second = makeAttempt(2, [series('not-regressed', warns)]);
  for (const needed of [1, 2] as const) {
    expect(combine([first], [], needed).series[0]?.fate).toBe('warns');
    expect(combine([first, second], [], needed).series).toEqual([]);
  }
});

test('of a test whose shard is unknown all attempts together have one word, the worst', () => {
  const stranger = { test: 'stranger' };
  const attempts: Attempts = [
    makeAttempt(1, [series('regressed', stranger)]),
    makeAttempt(2, [series('not-regressed', stranger)]),
  ];
  expect(combine(attempts).series).toMatchObject([{ fate: 'awaits-confirmation' }]);
});

test('where all attempts together have one word that is calm, the newest figures are shown', () => {
  const elsewhere = (ratio: number) => series('not-regressed', { test: 'elsewhere', ratio });
  const newest = elsewhere(1.02);
  const { verdict } = combine([makeAttempt(1, [elsewhere(1.01)]), makeAttempt(2, [newest])]);
  expect(verdict.series).toEqual([newest]);
});

test('what blocks is shown with the figures that say so, and what is cleared with those that clear it', () => {
  const other = { metric: 'memory.peak' };
  const attempts: Attempts = [
    makeAttempt(1, [states.R, series('not-regressed', other)]),
    makeAttempt(2, [series('regressed', { ratio: 1.3 }), series('regressed', other)]),
    makeAttempt(3, [states.N, series('regressed', other)]),
    makeAttempt(4, [states.N, series('not-regressed', other)]),
    makeAttempt(5, [series('regressed', { ratio: 1.25 }), series('undecided', other)]),
  ];
  const { verdict, series: judged } = combine(attempts);
  expect(verdict.series.map(({ evidence, state }) => [state, evidence.change?.toFixed(2)])).toEqual(
    [
      ['regressed', '0.25'],
      ['not-regressed', '0.00'],
    ],
  );
  expect(judged.map(({ fate, said }) => [fate, said.regressed, said.otherwise])).toEqual([
    ['blocks', 3, 2],
    ['cleared', 2, 3],
  ]);
  expect(verdict.conclusion).toBe('regressed');
  expect(verdict.counts).toMatchObject({ regressed: 1, 'not-regressed': 1, blocking: 1 });
  expect(verdict.headline).toMatch(/^Regressed: /);
});

test('a verdict that nothing is to be changed in is passed on as it is', () => {
  const one = makeAttempt(1, [states.R]);
  expect(combine([one]).verdict).toBe(one.verdict);
});

test('a cleared alarm leaves a verdict that says what is left, and how much was alarming', () => {
  const attempts: Attempts = [makeAttempt(1, [states.N]), makeAttempt(2, [states.R])];
  const { series: judged, verdict } = combine(attempts);
  expect(judged[0]).toMatchObject({ fate: 'cleared', alarm: states.R.evidence.change });
  expect(verdict).toMatchObject({ conclusion: 'passed', counts: { blocking: 0 } });
  expect(verdict.headline).toMatch(/^Nothing regressed in 1 series/);
});

test('what blocks stands first, then what awaits, what was accepted, what warns, what was cleared', () => {
  const of = (metric: string, state: 'regressed' | 'not-regressed', more = {}) =>
    series(state, { metric, ...more });
  const first = [
    of('cpu.user', 'regressed', { blocking: false, threshold: { action: 'warn' } }),
    of('latency', 'regressed'),
    of('disk.writes', 'regressed', { ratio: 2 }),
    of('memory.peak', 'regressed', { ratio: 1.1 }),
    series('regressed', { test: 'b', metric: 'latency', ratio: 3 }),
  ];
  const second = [...first.slice(0, 1), of('latency', 'not-regressed'), ...first.slice(2)];
  const attempts: Attempts = [makeAttempt(1, first), makeAttempt(2, second, { anew: [0] })];
  const accepted = accept(first[2] ?? states.R);
  expect(combine(attempts, [accepted]).series.map(({ fate }) => fate)).toEqual([
    ...['blocks', 'awaits-confirmation', 'accepted', 'warns', 'cleared'],
  ]);
});

test('broken tests are judged by the same rule; one that did not run again is not cleared', () => {
  const tests = (...outcomes: ReturnType<typeof broken>[]) => ({ tests: outcomes });
  const first = makeAttempt(1, [], tests(broken('a'), broken('b'), broken('c')));
  const second = makeAttempt(2, [], tests(broken('a'), passing('b')));
  const { tests: judged, verdict } = combine([first, second]);
  expect(judged.map(({ name, fate }) => [name, fate])).toEqual([
    ['a', 'blocks'],
    ['b', 'cleared'],
    ['c', 'awaits-confirmation'],
  ]);
  expect(verdict.tests.map(({ name }) => name)).toEqual(['a', 'b']);
});

test('a test is shown as an attempt saw it that agrees with its fate, whichever came last', () => {
  const show = (...outcomes: ReturnType<typeof broken>[]): object | undefined => {
    const attempts = outcomes.map((outcome, i) => makeAttempt(i + 1, [], { tests: [outcome] }));
    const { tests, verdict } = combine(attempts as Attempts);
    return { fate: tests[0]?.fate, passed: verdict.tests[0]?.after.passed };
  };
  const [good, bad] = [passing('a'), broken('a')];
  expect(show(bad, good)).toEqual({ fate: 'cleared', passed: 5 });
  expect(show(good, bad)).toEqual({ fate: 'cleared', passed: 5 });
  expect(show(bad, bad, good)).toEqual({ fate: 'blocks', passed: 0 });
});

test('an accept is shown where it covers, and named where it is outgrown', () => {
  const old = accept(series('regressed', { ratio: 1.1 }), { id: 'A1', atMs: 1 });
  const twice = (ratio: number): Attempts => [
    makeAttempt(1, [series('regressed', { ratio })]),
    makeAttempt(2, [series('regressed', { ratio })]),
  ];
  expect(combine(twice(1.1), [old]).series).toMatchObject([{ fate: 'accepted', accept: old }]);
  expect(combine(twice(1.3), [old]).series).toMatchObject([{ fate: 'blocks', outgrown: old }]);
  const newer = accept(series('regressed', { ratio: 1.3 }), { id: 'A2', atMs: 2 });
  for (const accepts of [
    [old, newer],
    [newer, old],
  ]) {
    expect(combine(twice(1.3), accepts).series).toMatchObject([
      { fate: 'accepted', accept: newer },
    ]);
  }
});

test('that an accept is outgrown is confirmed as well, once by one attempt and not by the next', () => {
  const old = accept(series('regressed', { ratio: 1.1 }));
  const worse = makeAttempt(1, [series('regressed', { ratio: 1.2 })]);
  expect(combine([worse], [old]).series).toMatchObject([
    { fate: 'awaits-confirmation', outgrown: old },
  ]);
  const same = makeAttempt(2, [series('regressed', { ratio: 1.1 })]);
  const { series: judged, verdict } = combine([worse, same], [old]);
  expect(judged).toMatchObject([{ fate: 'accepted', said: { regressed: 2, otherwise: 0 } }]);
  expect(verdict.series[0]?.evidence.change).toBeCloseTo(0.1);
});

test.each([
  ['of another pull request', { number: 8 }],
  ['taken back', { takenBack: { by: 'x', atMs: 1 } }],
  ['over', { until: '2026-11-20' }],
  ['of another series', { series: accept(series('regressed', { test: 'b' })).series }],
])('an accept that is %s covers nothing', (_, more) => {
  const attempts: Attempts = [makeAttempt(1, [states.R]), makeAttempt(2, [states.R])];
  expect(combine(attempts, [accept(states.R, more)]).series[0]?.fate).toBe('blocks');
});

test('an accept holds for a test and a span that have other names since', () => {
  const old = series('regressed', { test: 'old', span: 'sum', annotations: { files: 10 } });
  const now = { ...old, test: 'a', span: 'hash' };
  const tests = [{ ...passing('a'), renamed: { was: ['old'], spans: { hash: ['sum'] } } }];
  const attempts: Attempts = [makeAttempt(1, [now], { tests }), makeAttempt(2, [now], { tests })];
  expect(combine(attempts, [accept(old)]).series).toMatchObject([{ fate: 'accepted' }]);
  const [other] = combine(attempts, [accept({ ...old, test: 'b' })]).series;
  expect(other?.fate).toBe('blocks');
});

test('an accept on the default branch holds for the push of its commit alone', () => {
  const { number: _number, ...general } = accept(states.R);
  const accepts = [{ ...general, commit: facts.head }];
  expect(holdAccepts({ ...facts, accepts }).size).toBe(0);
  expect(holdAccepts({ ...facts, kind: 'push', accepts }).size).toBe(1);
  expect(holdAccepts({ ...facts, kind: 'push', accepts: [general] }).size).toBe(0);
});
