import { describe, expect, test } from 'vitest';
import type { Evidence, SeriesVerdict } from '../../src/contract/documents.ts';
import { defaultGate } from '../../src/contract/gate.ts';
import { seriesKey } from '../../src/contract/series-key.ts';
import { collectSeries, collectTests } from '../../src/gate/collect-words.ts';
import { combineAttempts } from '../../src/gate/combine-attempts.ts';
import { covers } from '../../src/gate/judge-series.ts';
import { decide } from '../../src/gate/decide.ts';
import { accept, broken, makeAttempt, makeFacts, makeRun, passing, series } from './make-facts.ts';
import { red, rows, twiceRed, withoutRun } from './state-rows.ts';

describe('collect words', () => {
  const shardOf = new Map([['a', 0]]);

  test('a series is known as its newest attempt has it, measured again or not', () => {
    const [first, second] = [series('regressed'), series('regressed', { ratio: 1.4 })];
    for (const anew of [[0], [1]]) {
      const attempts = [makeAttempt(1, [first]), makeAttempt(2, [second], { anew })];
      expect(collectSeries(attempts, shardOf).get(seriesKey(first))?.newest).toBe(second);
    }
  });

  test('a test that ran nowhere after the change says nothing', () => {
    const idle = { ...passing('a'), after: { ...passing('a').after, passed: 0 } };
    const wordOf = (outcome: typeof idle): string | undefined => {
      const attempt = makeAttempt(1, [series('not-regressed')], { tests: [outcome] });
      return collectTests([attempt], shardOf).get('a')?.measurements[0]?.word;
    };
    expect(wordOf(idle)).toBeUndefined();
    expect(wordOf(passing('a'))).toBe('otherwise');
    expect(wordOf(broken('a'))).toBe('regressed');
  });
});

describe('covers', () => {
  const names = { key: 'k', test: 'a', span: 's', metric: 'latency' };
  const measured = (evidence: Partial<Evidence>) => ({
    evidence: { method: 'paired-t' as const, ...evidence },
  });

  test.each([
    ['less than was accepted', 0.05, true],
    ['what was accepted', 0.1, true],
    ['what the same code may show again, up to the upper bound', 0.12, true],
    ['more than the upper bound', 0.1201, false],
    ['an improvement', -0.3, true],
  ])(
    'of a series accepted at +10%% (up to 12%%), %s: %d is covered: %s',
    (_, change, isCovered) => {
      const accepted = { ...names, change: 0.1, changeAbsolute: 1e6, upper: 0.12 };
      expect(covers(accepted, measured({ change, changeAbsolute: 9e9 }), 'lower')).toBe(isCovered);
    },
  );

  test('without an upper bound, as of exact counts, no step more is covered', () => {
    const accepted = { ...names, change: 0.1 };
    expect(covers(accepted, measured({ change: 0.1 }), 'lower')).toBe(true);
    expect(covers(accepted, measured({ change: 0.1 + 1e-6 }), 'lower')).toBe(false);
    // As 110 / 100 - 1 gives it.
    expect(covers(accepted, measured({ change: 110 / 100 - 1 }), 'lower')).toBe(true);
  });

  test('from zero the difference counts', () => {
    const accepted = { ...names, changeAbsolute: 40 };
    expect(covers(accepted, measured({ changeAbsolute: 40 }), 'lower')).toBe(true);
    expect(covers(accepted, measured({ changeAbsolute: 41 }), 'lower')).toBe(false);
  });

  test('where the series comes from zero now, a ratio that was accepted says nothing', () => {
    const accepted = { ...names, change: 0.1, upper: 0.2, changeAbsolute: 40 };
    expect(covers(accepted, measured({ changeAbsolute: 1 }), 'lower')).toBe(false);
  });

  test('nothing is covered by an accept without figures', () => {
    expect(covers(names, measured({ change: 0.01, changeAbsolute: 1 }), 'lower')).toBe(false);
  });

  test('where more is better, less is worse', () => {
    const accepted = { ...names, change: -0.1, upper: -0.08 };
    expect(covers(accepted, measured({ change: -0.05 }), 'higher')).toBe(true);
    expect(covers(accepted, measured({ change: -0.1 }), 'higher')).toBe(true);
    expect(covers(accepted, measured({ change: -0.11 }), 'higher')).toBe(false);
  });
});

describe('decide', () => {
  test.each(rows)('%s', (_title, facts, expected) => {
    const told = (['pull-request', 'merge-group', 'push'] as const).map((kind) => {
      const { check } = decide({ ...facts, kind });
      return check.status === 'completed' ? check.conclusion : check.status;
    });
    const { state } = decide(facts);
    const kind = state.kind === 'judged' ? state.outcome : state.kind;
    expect([kind, ...told].join(' ')).toBe(expected);
  });

  test('a comment comes with news, and only on pull requests', () => {
    const commented = rows
      .filter(([, facts]) => decide(facts).comments)
      .map(([, , told]) => told.split(' ')[0]);
    const news =
      'configuration-invalid no-run run-failed passed regressed accepted undecided busy not-seen ' +
      'suite-changed over-budget no-baseline incomplete';
    expect(new Set(commented)).toEqual(new Set(news.split(' ')));
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
    expect(decide(facts)).toMatchObject({
      lookAgainAtMs: endsAtMs,
      state: { outcome: 'accepted' },
    });
    const after = decide({ ...facts, nowMs: endsAtMs });
    expect(after).toMatchObject({ state: { outcome: 'regressed' } });
    expect(after.lookAgainAtMs).toBeUndefined();
  });
});

describe('join attempts', () => {
  function combine(attempts: readonly SeriesVerdict[], needed: 1 | 2 = 2) {
    const [first, ...later] = attempts.map((one, index) => makeAttempt(index + 1, [one]));
    if (first === undefined) throw new Error('one attempt is needed');
    const { shardOf } = makeFacts();
    return combineAttempts([first, ...later], { needed, shardOf, accepts: new Map() });
  }

  /** As an attempt tested it: so much worse on the scale, with such an error. */
  function tested(
    effect: number,
    state: 'regressed' | 'undecided' | 'not-regressed',
    standardError = 0.02,
  ): SeriesVerdict {
    const one = series(state, { ratio: Math.exp(effect) });
    const scaled = { effect, standardError, margin: 0.01, limit: 0.0488 };
    return { ...one, evidence: { ...one.evidence, p: 0.02, degreesOfFreedom: 8, scaled } };
  }

  const strong = tested(0.12, 'regressed');
  const hint = tested(0.07, 'undecided');

  test.each<[string, SeriesVerdict[], string | undefined]>([
    ['a suspicion awaits a second attempt', [hint], 'awaits-confirmation'],
    ['two suspicions are red together', [hint, hint], 'blocks'],
    ['a red one is borne out by one that points the same way', [strong, hint], 'blocks'],
    ['by one that shows a little of it', [strong, tested(0.04, 'not-regressed')], 'blocks'],
    ['and not by one that shows nothing', [strong, tested(0, 'not-regressed')], 'cleared'],
    [
      'a suspicion that nothing bears out is cleared',
      [hint, tested(0, 'not-regressed')],
      'cleared',
    ],
    [
      'two weak suspicions stay one',
      [tested(0.05, 'undecided', 0.03), tested(0.05, 'undecided', 0.03)],
      undefined,
    ],
  ])('judged together, %s', (_, attempts, fate) => {
    expect(combine(attempts).series[0]?.fate).toBe(fate);
  });

  test('what is red together is shown as all attempts have it', () => {
    const { verdict } = combine([hint, tested(0.09, 'undecided')]);
    expect(verdict.conclusion).toBe('regressed');
    const [only] = verdict.series;
    expect(only).toMatchObject({ state: 'regressed', blocking: true });
    expect(only?.evidence.change).toBeCloseTo(Math.expm1(0.08), 6);
    expect(only?.reason).toBe('+8.3% in 2 attempts taken together');
  });

  test('where nothing is confirmed a suspicion leaves the build undecided', () => {
    const { series: judged, verdict } = combine([hint], 1);
    expect(judged).toEqual([]);
    expect(verdict.series).toEqual([hint]);
  });
});
