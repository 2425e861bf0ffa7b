import { expect, test } from 'vitest';
import { renderComment } from '../../../src/report/pull-request/render-comment.ts';
import { renderIssue } from '../../../src/report/pull-request/render-issue.ts';
import { explanations } from './fixtures/explanations.ts';
import { issues } from './fixtures/issues.ts';
import { head } from './fixtures/make-view.ts';
import { views } from './fixtures/views.ts';
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
test.each(Object.entries(views))('the page of %s holds only elements of ours', (_name, view) => {
  expect(listIntruders(renderComment(view, { marker }), { marker, commits })).toEqual([]);
});

test.each(Object.entries(issues))('the page of the issue %s holds only ours', (_name, view) => {
  expect(listIntruders(renderIssue(view, { marker }).body, { marker, commits })).toEqual([]);
});

test.each(explanations)('the page of the explanation %s holds only ours', (_name, text) => {
  expect(listIntruders(text, { marker: '', commits })).toEqual([]);
});

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
