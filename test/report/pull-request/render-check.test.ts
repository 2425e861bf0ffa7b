import { expect, test } from 'vitest';
import type { SuitePlaces } from '../../../src/report/annotations/annotate-rules.ts';
import { renderCheck } from '../../../src/report/pull-request/render-check.ts';
import { verdicts } from '../fixtures/verdicts.ts';
import { judge, makeFates, makeJudgement, makeView } from './fixtures/make-view.ts';
import { views } from './fixtures/views.ts';

test('the title is the verdict in plain words', () => {
  expect(renderCheck(views.regressed).title).toBe(
    'Regressed: Latency +21.5% to +25.4% in upload 10,000 files of 1 kB › send, and 2 more series',
  );
});

test('the summary is what a comment shows, without a marker and without a chart', () => {
  const { summary, text } = renderCheck(views.regressed);
  expect(summary).toContain('**What now:**');
  expect(`${summary}${text ?? ''}`).not.toMatch(/<!--|mermaid/);
  expect(text).toContain('Not regressed (2)');
});

test('a state without a verdict has a summary and no text', () => {
  const check = renderCheck(views.waiting);
  expect(check.summary).toContain('The verdict will stand here.');
  expect(check).not.toHaveProperty('text');
  expect(check.annotations).toEqual([]);
});

test('what blocks is a failure on the line of its threshold', () => {
  const [first] = renderCheck(views['regressed-unconfirmed'], {
    file: 'bench/perigee.yml',
  }).annotations;
  expect(first).toMatchObject({ path: 'bench/perigee.yml', line: 31, level: 'failure' });
});

test('a remark stands on the line to which the change moved its threshold', () => {
  const view = views['regressed-unconfirmed'];
  const lines = (places: SuitePlaces): number[] =>
    renderCheck({ ...view, places }).annotations.map(({ line }) => line);
  const moved = new Map([['perigee.yml:31', 'perigee.yml:40']]);
  expect(lines({})).toContain(31);
  expect(lines({ moved })).toEqual(lines({}).map((line) => (line === 31 ? 40 : line)));
});

test.each(['cleared', 'accepted'] as const)('a series that was %s has no remark', (fate) => {
  const verdict = verdicts['one-regression'];
  const judgement = makeJudgement(verdict, { fates: makeFates(verdict, fate, [0]) });
  expect(renderCheck(makeView(judge('passed', judgement))).annotations).toEqual([]);
});

test('a series that the runs agree on is a failure even where the newest one could not decide', () => {
  const verdict = verdicts.undecided;
  const fates = makeFates(verdict, 'blocks', [0], { said: { regressed: 2, otherwise: 1 } });
  const check = renderCheck(makeView(judge('regressed', makeJudgement(verdict, { fates }))));
  expect(check.annotations.map(({ level }) => level)).toContain('failure');
});

test('while it is measured again nothing stands beside the code', () => {
  expect(renderCheck(views.confirming).annotations).toEqual([]);
});

test('only tests that block are told beside the code', () => {
  const verdict = { ...verdicts['failed-test'], series: verdicts.clean.series };
  const told = (brokenTests: string[]): number =>
    renderCheck(makeView(judge('regressed', makeJudgement(verdict, { brokenTests })))).annotations
      .length;
  expect(told(['download 10,000 files of 1 kB'])).toBe(1);
  expect(told([])).toBe(0);
});
