/** The whole comment and check for each state. After a wanted change: `PERIGEE_WRITE_GOLDEN=1 npx vitest run test/report`. */
import { describe, test } from 'vitest';
import { renderCheck } from '../../../src/report/pull-request/render-check.ts';
import { renderComment } from '../../../src/report/pull-request/render-comment.ts';
import { renderIssue } from '../../../src/report/pull-request/render-issue.ts';
import type { PullRequestView } from '../../../src/report/pull-request/view.ts';
import { expectSection, foldLines } from '../../golden-sections.ts';
import { explanations } from './fixtures/explanations.ts';
import { issues } from './fixtures/issues.ts';
import { views } from './fixtures/views.ts';

const folder = new URL('golden/', import.meta.url);
const showComment = (view: PullRequestView) => renderComment(view, { marker: 'perigee' });
const forms: readonly [form: string, render: (view: PullRequestView) => string][] = [
  ['comment', showComment],
  ['check', (view) => `${JSON.stringify(showCheck(view), null, 2)}\n`],
];

/** The Markdown of the check as lines, so that a difference can be read. */
function showCheck(view: PullRequestView) {
  const { summary, text, ...rest } = renderCheck(view);
  const fold = (markdown: string) => foldLines(markdown, showComment(view), 'the comment');
  return { ...rest, summary: fold(summary), text: text === undefined ? text : fold(text) };
}

describe.each(Object.entries(views))('the state %s', (name, view) => {
  test.each(forms)('reads as golden/states.txt has it as %s', (form, render) => {
    expectSection(new URL('states.txt', folder), `${name}: ${form}`, render(view));
  });
});

test.each(Object.entries(issues))('the issue %s reads as in golden/issues.txt', (name, view) => {
  const { title, body } = renderIssue(view, { marker: `perigee-culprit:${view.culprit.commit}` });
  expectSection(new URL('issues.txt', folder), name, `${title}\n\n${body}`);
});

test.each(explanations)(
  'the series %s is explained as in golden/explanations.txt',
  (name, text) => {
    expectSection(new URL('explanations.txt', folder), name, text);
  },
);
