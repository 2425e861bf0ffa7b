/** The whole comment and check for each state. After a wanted change: `PERIGEE_WRITE_GOLDEN=1 npx vitest run test/report`. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { renderCheck } from '../../../src/report/pull-request/render-check.ts';
import { renderComment } from '../../../src/report/pull-request/render-comment.ts';
import type { PullRequestView } from '../../../src/report/pull-request/view.ts';
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

describe.each(Object.entries(views))('the state %s', (name, view) => {
  test.each(forms)('reads as in golden/*.%s', (file, render) => {
    const golden = new URL(`${name}.${file}`, folder);
    const text = render(view);
    if (process.env['PERIGEE_WRITE_GOLDEN'] === '1') {
      mkdirSync(folder, { recursive: true });
      writeFileSync(golden, text);
    }
    expect(text).toBe(readFileSync(golden, 'utf8'));
  });
});
