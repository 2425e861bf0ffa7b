/** Views in which everything that comes from outside is made to do harm; random, by a seed. */
import type { JudgedOutcome } from '../../../src/contract/gate.ts';
import type { SeriesVerdict, Verdict } from '../../../src/contract/documents.ts';
import { seriesKey } from '../../../src/contract/series-key.ts';
import type { MainBranchView } from '../../../src/report/pull-request/main-branch-view.ts';
import type {
  PullRequestView,
  ViewAccept,
  ViewFate,
  ViewJudgement,
  ViewState,
} from '../../../src/report/pull-request/view.ts';
import type { Random } from '../../../src/stats/random.ts';
import { hostileNames } from '../fixtures/hostile-names.ts';
import { makeSeries, makeVerdict } from '../fixtures/make-verdict.ts';
import { makeText, pick } from './hostile-text.ts';

const states = ['regressed', 'undecided', 'improved', 'no-baseline', 'not-regressed'] as const;
const outcomes: readonly JudgedOutcome[] = [
  'passed',
  'regressed',
  'accepted',
  'undecided',
  'incomplete',
  'no-baseline',
];
const fates: readonly ViewFate['fate'][] = [
  'blocks',
  'awaits-confirmation',
  'cleared',
  'accepted',
  'warns',
];

function makeHostileSeries(random: Random): SeriesVerdict {
  const text = (): string => makeText(random);
  const one = makeSeries({
    test: text(),
    span: text(),
    annotations: { [text()]: text(), num: 3 },
    state: pick(random, states),
    ratio: random() * 3,
    reason: text(),
    threshold: { rule: text(), owner: text() },
  });
  return random() < 0.3 ? { ...one, metric: 'my.own_metric' } : one;
}

function makeHostileJudgement(random: Random): ViewJudgement {
  const text = (): string => makeText(random);
  const series = Array.from({ length: Math.floor(random() * 12) }, () => makeHostileSeries(random));
  const names = [text(), text()];
  const verdict: Verdict = makeVerdict(series, {
    headline: text(),
    conclusion: pick(random, [
      'passed',
      'regressed',
      'undecided',
      'incomplete',
      'nothing-measured',
    ]),
    spans: series.map(({ test, span, annotations, platform }) => ({
      ...{ test, span, annotations, platform },
      movements: [{ metric: 'my.own_metric', moved: 'up', change: 0.3 }],
      patterns: [{ name: text(), text: text() }],
    })),
    tests: names.map((name) => ({
      name,
      before: { passed: 5, failed: 0, timedOut: 0, interrupted: 0 },
      after: { passed: 0, failed: 5, timedOut: 0, interrupted: 0 },
    })),
    problems: [{ code: text(), message: text(), test: text() }],
  });
  const { build } = hostileNames;
  verdict.build = { ...build, suite: text(), before: { commit: text(), label: text() } };
  return {
    verdict,
    fates: new Map(
      series
        .filter(() => random() < 0.7)
        .map((one) => {
          const fate = pick(random, fates);
          const said = { regressed: 2, otherwise: Math.floor(random() * 2) };
          return [seriesKey(one), { fate, said, acceptId: text(), outgrownAcceptId: text() }];
        }),
    ),
    brokenTests: random() < 0.5 ? [] : [names[0] ?? '', text()],
    attempts: 2,
    ...(random() < 0.5 ? {} : { unconfirmed: text() }),
    problems: [{ code: text(), message: text() }],
  };
}

function makeAccept(random: Random): ViewAccept {
  const text = (): string => makeText(random);
  const series = [{ test: text(), span: text(), metric: text(), change: 0.2 }];
  return { id: text(), by: text(), because: text(), at: text(), until: text(), series };
}

function makeState(random: Random): ViewState {
  const blocks = random() < 0.5;
  const states: readonly (() => ViewState)[] = [
    () => ({
      kind: 'configuration-invalid',
      error: makeText(random),
      mends: random() < 0.5,
      blocks,
    }),
    () => ({ kind: 'no-run', waitedMs: 1e6, measuredBy: { workflow: makeText(random) }, blocks }),
    () => ({ kind: 'waiting', obstacle: makeText(random) }),
    () => ({
      kind: 'run-failed',
      conclusion: makeText(random),
      refusals: [makeText(random), makeText(random)],
      blocks,
    }),
    () => ({ kind: 'confirming', judgement: makeHostileJudgement(random) }),
  ];
  const judged = (): ViewState => ({
    kind: 'judged',
    outcome: pick(random, outcomes),
    blocks,
    judgement: makeHostileJudgement(random),
  });
  return random() < 0.6 ? judged() : pick(random, states)();
}

export function makeHostileView(random: Random, head: string): PullRequestView {
  const text = (): string => makeText(random);
  const log = (): [string, string] => [
    text(),
    pick(random, ['javascript:x', 'https://github.example/l)|<b>"` x']),
  ];
  return {
    head,
    suite: text(),
    state: makeState(random),
    fork: random() < 0.5,
    links: {
      run: 'https://github.example/run/1',
      page: 'https://perigee.example/reports/x',
      logs: Object.fromEntries(Array.from({ length: Math.floor(random() * 6) }, log)),
    },
    configuration: {
      ...(random() < 0.5 ? {} : { error: text() }),
      rules: [{ test: text(), span: text(), metric: text(), before: text(), after: text() }],
      more: 3,
      suite: [text()],
      notes: [text()],
    },
    accepts: [makeAccept(random), makeAccept(random)],
    history: {
      ...{ test: text(), span: text(), metric: text(), unit: text() },
      levels: [1, 2, 3].map((value) => ({ commit: text(), value, low: value - 1, high: 4 })),
      here: { value: 3, low: 2, high: 5 },
      changes: [{ from: 0, to: 2, isGradual: true, before: 1, after: 3, change: 2 }],
      isPaired: random() < 0.5,
    },
    hint: { kind: 'not-required', branch: text() },
    notes: [text(), text()],
  };
}

export function makeHostileIssue(random: Random, commit: string): MainBranchView {
  const text = (): string => makeText(random);
  const { verdict } = makeHostileJudgement(random);
  return {
    branch: text(),
    suite: text(),
    culprit: {
      ...{ commit, before: commit, author: text() },
      pullRequest: { number: 3, url: 'https://github.example/pull/3' },
    },
    state: pick(random, ['open', 'recovered', 'accepted']),
    series: verdict.series.map((series) => ({
      series,
      later: [{ commit: text(), change: 0.1 }],
      ...(random() < 0.5 ? {} : { end: { kind: 'accepted', acceptId: text() } }),
    })),
    brokenTests: verdict.tests.map((outcome) => ({
      ...{ name: outcome.name, outcome, recoveredBy: text() },
    })),
    metrics: verdict.metrics,
    measured: verdict.series,
    spans: verdict.spans,
    unconfirmed: text(),
    accepts: [makeAccept(random)],
    links: { logs: {} },
    blindSpots: [text()],
    notes: [text()],
  };
}
