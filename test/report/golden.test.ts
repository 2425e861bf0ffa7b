/** The whole output for each situation. After a wanted change: `PERIGEE_WRITE_GOLDEN=1 npx vitest run test/report`. */
import { describe, expect, test } from 'vitest';
import type { Verdict } from '../../src/contract/documents.ts';
import { checkDocument } from '../../src/contract/validate.ts';
import { renderMarkdown } from '../../src/report/render-markdown.ts';
import { renderTerminal } from '../../src/report/render-terminal.ts';
import { renderSummary } from '../../src/report/summary/render-summary.ts';
import { expectSection, foldLines } from '../golden-sections.ts';
import { verdicts } from './fixtures/verdicts.ts';

const golden = new URL('golden/verdicts.txt', import.meta.url);
const showMarkdown = (verdict: Verdict) => renderMarkdown(verdict, { marker: 'perigee:sync:v1' });
const showSummary = (verdict: Verdict) =>
  renderSummary(verdict, { notes: ['no comment: read-only token'] });
const forms: readonly [form: string, render: (verdict: Verdict) => string][] = [
  ['terminal', (verdict) => renderTerminal(verdict, { colour: false, columns: 80 })],
  ['markdown', showMarkdown],
  [
    'summary',
    (verdict) => foldLines(showSummary(verdict), showMarkdown(verdict), 'the Markdown').join('\n'),
  ],
  [
    'annotation',
    (verdict) => {
      const annotation = renderSummary(verdict, {
        site: 'buildkite',
        notes: ['the event is in the artifact only'],
        artifacts: { 'Page with all charts': 'perigee-sync-report-attempt-1/report.html' },
      });
      return foldLines(annotation, showSummary(verdict), 'the summary').join('\n');
    },
  ],
];

describe.each(Object.entries(verdicts))('the verdict %s', (name, verdict) => {
  test('is a valid document', () => {
    expect(() => checkDocument('verdict', verdict, name)).not.toThrow();
  });

  test.each(forms)('reads as golden/verdicts.txt has it as %s', (form, render) => {
    expectSection(golden, `${name}: ${form}`, render(verdict));
  });
});
