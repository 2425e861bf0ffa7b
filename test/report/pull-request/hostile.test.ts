import { expect, test } from 'vitest';
import { markdownLimitBytes } from '../../../src/report/markdown-budget.ts';
import { renderCheck } from '../../../src/report/pull-request/render-check.ts';
import { renderComment } from '../../../src/report/pull-request/render-comment.ts';
import { renderExplanation } from '../../../src/report/pull-request/render-explanation.ts';
import { renderIssue } from '../../../src/report/pull-request/render-issue.ts';
import { createRandom } from '../../../src/stats/random.ts';
import { explanations } from './fixtures/explanations.ts';
import { issues } from './fixtures/issues.ts';
import { head } from './fixtures/make-view.ts';
import { views } from './fixtures/views.ts';
import { makeHostileIssue, makeHostileView } from './hostile-view.ts';
import { listIntruders } from './read-page.ts';

const marker = 'perigee';
const shown = head.slice(0, 12);
/** What the fixtures name themselves. */
const commits = [
  shown,
  '1a2b3c4d5e1a',
  '0f1e2d3c4b0f',
  '111111111111',
  '222222222222',
  '333333333333',
];
const seeds = Array.from({ length: 120 }, (_, index) => 7_000 + index);
const controls = /[\p{Cc}\u202a-\u202e\u2066-\u2069\u200b]/u;

const bytes = (text: string): number => new TextEncoder().encode(text).length;

test.each(Object.entries(views))('the page of %s holds only elements of ours', (_name, view) => {
  expect(listIntruders(renderComment(view, { marker }), { marker, commits })).toEqual([]);
});

test.each(Object.entries(issues))('the page of the issue %s holds only ours', (_name, view) => {
  expect(listIntruders(renderIssue(view, { marker }).body, { marker, commits })).toEqual([]);
});

test.each(explanations)('the page of the explanation %s holds only ours', (_name, text) => {
  expect(listIntruders(text, { marker: '', commits })).toEqual([]);
});

test.each(seeds)('nothing hostile gets out of a comment or a check (seed %i)', (seed) => {
  const view = makeHostileView(createRandom(seed), head);
  const comment = renderComment(view, { marker });
  expect(listIntruders(comment, { marker, commits })).toEqual([]);
  expect(bytes(comment)).toBeLessThanOrEqual(markdownLimitBytes);

  const check = renderCheck(view);
  expect(check.title.length).toBeLessThanOrEqual(255);
  expect(check.title).not.toMatch(controls);
  for (const text of [check.summary, check.text ?? '']) {
    expect(listIntruders(text, { marker: '', commits })).toEqual([]);
    expect(bytes(text)).toBeLessThanOrEqual(markdownLimitBytes);
  }
  for (const { title, message, line } of check.annotations) {
    expect(title.length).toBeLessThanOrEqual(255);
    expect(title).not.toMatch(controls);
    expect(message.replaceAll('\n', ' ')).not.toMatch(controls);
    expect(line).toBeGreaterThan(0);
  }
});

test.each(seeds.slice(0, 60))(
  'nothing hostile gets out of an issue or an answer (seed %i)',
  (seed) => {
    const view = makeHostileIssue(createRandom(seed), head);
    const { title, body } = renderIssue(view, { marker });
    expect(title.length).toBeLessThanOrEqual(255);
    expect(title).not.toMatch(controls);
    expect(bytes(body)).toBeLessThanOrEqual(markdownLimitBytes);
    expect(listIntruders(body, { marker, commits })).toEqual([]);
    for (const { series } of view.series) {
      const answer = renderExplanation(series, { metrics: view.metrics });
      expect(bytes(answer)).toBeLessThanOrEqual(markdownLimitBytes);
      expect(listIntruders(answer, { marker: '', commits })).toEqual([]);
    }
  },
);

test.each([
  ['<img src=x onerror=x>', 'element'],
  ['ask @team', 'text'],
  ['see #12', 'text'],
  ['https://evil.example', 'element'],
  ['a deadbee1 c', 'text'],
  ['<!-- perigee -->', 'HTML comments'],
  ['turn \u202eround', 'unseen'],
])('the reader of pages finds %j where nothing guards it', (text, what) => {
  const found = listIntruders(`<!-- ${marker} -->\n\nwords: ${text}\n`, { marker, commits });
  expect(found.join()).toContain(what);
});
