import { describe, expect, test } from 'vitest';
import { renderComment } from '../../../src/report/pull-request/render-comment.ts';
import type { PullRequestView } from '../../../src/report/pull-request/view.ts';
import { makeSeries, makeVerdict } from '../fixtures/make-verdict.ts';
import { verdicts } from '../fixtures/verdicts.ts';
import { judge, makeFates, makeView, makeJudgedView } from './fixtures/make-view.ts';
import { views } from './fixtures/views.ts';

/** What a view says for each state stands in golden/states.txt. */
const render = (view: PullRequestView): string => renderComment(view, { marker: 'perigee' });

/** What is seen without opening anything. */
function dropFolds(comment: string): string {
  return comment.replace(/<details>[^]*?<\/details>\n*/g, '');
}

/** Lines with words in them, the marker left out. */
function listLines(view: PullRequestView): string[] {
  return dropFolds(render(view))
    .split('\n')
    .slice(1)
    .filter((line) => line !== '');
}

test('a green line never ends in a doubt: what it cannot tell stands before what it can', () => {
  const blind = makeSeries({ smallestVisible: 40 });
  const sharp = makeSeries({ metric: 'cpu.user' });
  const show = (...series: (typeof blind)[]): string | undefined =>
    listLines(makeJudgedView('passed', makeVerdict(series)))[0];
  expect(show(blind, sharp)).toBe(
    '### ✅ Nothing got slower (latency too noisy to tell): 2 series of 1 test; user CPU time would have shown +4.1%.',
  );
  const hazy = makeSeries({ smallestVisible: 6 });
  expect(show(hazy, makeSeries(), sharp)).toBe(
    '### ✅ Nothing got slower (latency of 1 of 2 series would show only +600% or more): 3 series of 1 test; latency of the others would have shown +4.1%, user CPU time +4.1%.',
  );
  const coarse = makeSeries({ metric: 'cpu.user', smallestVisible: 0.51 });
  expect(show(hazy, coarse)).toBe(
    '### ⚠️ These runs could hardly see a regression (latency would show only +600% or more, user CPU time would show only +51% or more): nothing points to one in 2 series of 1 test.',
  );
  expect(show({ ...hazy, span: 'parse' }, makeSeries())).toBe(
    '### ⚠️ These runs could hardly see `upload 10,000 files of 1 kB › parse num_files=10000 operation=upload` (latency of 1 of 2 series would show only +600% or more): nothing points to a regression in 2 series of 1 test; latency of the others would have shown +4.1%.',
  );
  expect(show({ ...hazy, platform: 'darwin-arm64' }, makeSeries())).toContain(
    'could hardly see `upload 10,000 files of 1 kB › send num_files=10000 operation=upload` on macos-arm64 (',
  );
  expect(show(makeSeries({ smallestVisible: 0.5 }))).toContain(
    'latency would have shown +50% where +5% is allowed.',
  );
  const calm = makeSeries({ smallestVisible: 0.103, threshold: { relative: 0.1 } });
  expect(show(calm)).toContain('latency would have shown +10% where +10% is allowed.');
  const lax = makeSeries({ smallestVisible: 0.3, threshold: { relative: 0.5 } });
  expect(show(lax, makeSeries({ smallestVisible: 0.2 }))).toContain(
    'latency would have shown +30%, and +20% where +5% is allowed.',
  );
  delete blind.evidence.smallestVisible;
  expect(show(blind)).toBe(
    '### ✅ Nothing got slower (how small a change would show is not known): 1 series of 1 test.',
  );
  blind.evidence = { method: 'exact' };
  expect(show(blind)).toContain('; any change would have shown.');
});

describe('how a series ends', () => {
  const verdict = verdicts['one-regression'];
  const settle = (rest = {}): string => {
    const fates = makeFates(verdict, 'blocks', [0], rest);
    return render(makeJudgedView('regressed', verdict, { fates, attempts: 2 }));
  };

  test('is as the verdict says where nothing else is told', () => {
    const view = makeJudgedView('regressed', verdict);
    expect(dropFolds(render(view))).toContain('**+23.4%** (21.5%\u00a0to\u00a025.4%)');
  });

  test('names two runs that agree, and one that was outvoted', () => {
    expect(settle()).toContain('Two runs say so, each on a fresh runner.');
    expect(settle({ said: { regressed: 2, otherwise: 1 } })).toContain(
      'Another run said otherwise, and was outvoted.',
    );
  });

  test('says of a tie what clears it', () => {
    expect(settle({ said: { regressed: 2, otherwise: 2 } })).toContain(
      'As many runs said otherwise: it takes one more to clear it.',
    );
    const state = judge('regressed', verdict, {
      fates: makeFates(verdict, 'blocks', [0], { said: { regressed: 1, otherwise: 1 } }),
      ...{ attempts: 2, unconfirmed: 'gate.confirm is false' },
    });
    expect(render(makeView(state))).toContain(
      'One runner says so, another one does not, and it takes one more to clear it: gate.confirm is false.',
    );
  });
});

test('a fork is told of only where something was measured', () => {
  expect(render(views.fork)).toContain('A fork controls its own runner');
  expect(render({ ...views.waiting, fork: true })).not.toContain('fork');
});

test.each([
  ['regressed', true, '❌'],
  ['regressed', false, '⚠️'],
  ['undecided', true, '⚠️'],
  ['undecided', false, '⚠️'],
  ['incomplete', true, '⚠️'],
  ['passed', false, '✅'],
  ['accepted', false, '✅'],
] as const)('%s, which blocks: %s, has the sign %s', (outcome, blocks, sign) => {
  const state = judge(outcome, verdicts['one-regression'], { blocks });
  expect(listLines(makeView(state))[0]).toContain(`### ${sign} `);
});

test.each([
  [45_000, '45 s'],
  [60_000, '1 min'],
  [5_400_000, '90 min'],
  [7_200_000, '2 h'],
])('a wait of %d ms is told as %s', (waitedMs, told) => {
  const state = { kind: 'no-run', measuredBy: { workflow: 'x' }, blocks: true } as const;
  expect(render(makeView({ ...state, waitedMs }))).toContain(`no run within ${told}\n`);
});

test('what a table shows already is not said once more below it', () => {
  const verdict = verdicts['one-regression'];
  const [series] = verdict.series;
  if (series === undefined) throw new Error('there is one');
  const span = { test: series.test, span: series.span, annotations: series.annotations };
  const moved = { metric: series.metric, moved: 'up' as const, change: 0.234 };
  const other = { metric: 'cpu.user', moved: 'up' as const, change: 0.4 };
  const show = (movements: (typeof moved)[]): string =>
    dropFolds(
      render(
        makeJudgedView('regressed', {
          ...verdict,
          spans: [{ ...span, platform: series.platform, movements, patterns: [] }],
        }),
      ),
    );
  expect(show([moved])).not.toContain('**Where:**');
  expect(show([moved, other])).toContain('**Where:** Moved as well: user CPU time +40.0%.');
});
