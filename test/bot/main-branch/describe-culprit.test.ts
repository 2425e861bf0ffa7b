import { expect, test } from 'vitest';
import { followSeries } from '../../../bot/src/main-branch/describe-culprit.ts';
import type { CulpritPush, JudgedPush } from '../../../bot/src/main-branch/judged-push.ts';
import type { SeriesVerdict, State, Verdict } from '../../../src/contract/documents.ts';
import { seriesKey } from '../../../src/contract/series-key.ts';
import type { JudgedSeries } from '../../../src/gate/gate-facts.ts';
import { makeSeries, makeVerdict } from '../../report/fixtures/make-verdict.ts';

interface Given {
  state: State;
  change: number;
  fate?: JudgedSeries['fate'];
}

function makePush(commit: string, { change, fate, state }: Given): JudgedPush {
  const series: SeriesVerdict = {
    ...makeSeries({ state }),
    threshold: { rule: 'perigee.yml:1', action: 'block', relative: 0.05 },
    evidence: { method: 'shrunk-t', change },
  };
  const verdict: Verdict = { ...makeVerdict([series]) };
  const key = { repositoryId: 7, suite: 'sync', runId: '1' };
  const said = { regressed: 2, otherwise: 0 };
  const judgement = {
    verdict,
    series: fate === undefined ? [] : [{ key: seriesKey(series), fate, said }],
    ...{ brokenTests: [], attempts: 2 },
  };
  return { commit, before: 'before', key, runs: [], verdict, judgement };
}

function follow(culprit: Given, ...later: Given[]) {
  const push = makePush('culprit', { fate: 'blocks', ...culprit }) as CulpritPush;
  const pushes = later.map((given, index) => makePush(`later-${index + 1}`, given));
  const { end, later: levels } = followSeries(push, push.verdict.series[0]!, pushes);
  return { end, levels: levels.map(({ change }) => Math.round(change * 1000) / 1000) };
}

const worse = { state: 'regressed', change: 0.3 } as const;

test('what was decided since adds up, and what was not does not', () => {
  const { end, levels } = follow(
    worse,
    { state: 'not-regressed', change: -0.04 },
    { state: 'undecided', change: -0.3 },
    { state: 'improved', change: -0.1 },
  );
  expect([end, levels]).toEqual([undefined, [0.3, 0.3, 0.17]]);
});

test('it has recovered with the first push that brings it back under its threshold', () => {
  const { end, levels } = follow(
    worse,
    { state: 'improved', change: -0.1 },
    { state: 'improved', change: -0.11 },
    { state: 'improved', change: -0.2 },
  );
  expect(end).toEqual({ kind: 'recovered', commit: 'later-2' });
  expect(levels).toEqual([0.17, 0.041]);
});

test('what was 101, then 302 and then 101 again has not changed at all', () => {
  const given = { state: 'regressed', change: 302 / 101 - 1 } as const;
  const push = makePush('culprit', { fate: 'blocks', ...given }) as CulpritPush;
  const revert = makePush('revert', { state: 'improved', change: 101 / 302 - 1 });
  const { later } = followSeries(push, push.verdict.series[0]!, [revert]);
  expect(later).toEqual([{ commit: 'revert', change: 0 }]);
});

test('an alarm that was cleared moved nothing', () => {
  const { levels } = follow(worse, { state: 'regressed', change: 0.2, fate: 'cleared' });
  expect(levels).toEqual([0.3]);
});

test('one that was confirmed makes it worse still', () => {
  const { levels } = follow(worse, { state: 'regressed', change: 0.2, fate: 'blocks' });
  expect(levels).toEqual([0.56]);
});

test('a later push that renames the test is followed', () => {
  const culprit = makePush('culprit', { ...worse, fate: 'blocks' }) as CulpritPush;
  const { verdict, ...push } = makePush('revert', { state: 'improved', change: -0.23 });
  const [old] = verdict.series as [SeriesVerdict];
  const [outcome] = verdict.tests as [Verdict['tests'][0]];
  const tests = [{ ...outcome, name: 'send', renamed: { was: [old.test] } }];
  const renamed = { ...push, verdict: { ...verdict, tests, series: [{ ...old, test: 'send' }] } };
  expect(followSeries(culprit, old, [renamed]).end).toEqual({
    ...{ kind: 'recovered', commit: 'revert' },
  });
});
