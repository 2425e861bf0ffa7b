/** The whole comment and check for each state. After a wanted change: `PERIGEE_WRITE_GOLDEN=1 npx vitest run test/report`. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { renderCheck } from '../../../src/report/pull-request/render-check.ts';
import { renderComment } from '../../../src/report/pull-request/render-comment.ts';
import { renderIssue } from '../../../src/report/pull-request/render-issue.ts';
import type { PullRequestView } from '../../../src/report/pull-request/view.ts';
import { explanations } from './fixtures/explanations.ts';
import { issues } from './fixtures/issues.ts';
import { views } from './fixtures/views.ts';

const folder = new URL('golden/', import.meta.url);
const forms: readonly [file: string, render: (view: PullRequestView) => string][] = [
  ['comment.md', (view) => renderComment(view, { marker: 'perigee' })],
  ['check.json', (view) => `${JSON.stringify(showCheck(view), null, 2)}\n`],
];

/** The Markdown of the check as lines, so that a difference can be read. */
function showCheck(view: PullRequestView) {
  const { summary, text, ...rest } = renderCheck(view);
  return { ...rest, summary: summary.split('\n'), text: text?.split('\n') };
}

function compare(file: string, text: string): void {
  const golden = new URL(file, folder);
  if (process.env['PERIGEE_WRITE_GOLDEN'] === '1') {
    mkdirSync(folder, { recursive: true });
    writeFileSync(golden, text);
  }
  expect(text).toBe(readFileSync(golden, 'utf8'));
}

describe.each(Object.entries(views))('the state %s', (name, view) => {
  test.each(forms)('reads as in golden/*.%s', (file, render) => {
    compare(`${name}.${file}`, render(view));
  });
});

test.each(Object.entries(issues))('the issue %s reads as in golden/*.issue.md', (name, view) => {
  const { title, body } = renderIssue(view, { marker: `perigee-culprit:${view.culprit.commit}` });
  compare(`${name}.issue.md`, `${title}\n\n${body}`);
});

test.each(explanations)(
  'the series %s is explained as in golden/*.explanation.md',
  (name, text) => {
    compare(`${name}.explanation.md`, text);
  },
);
