/** The whole output for each situation. After a wanted change: `PERIGEE_WRITE_GOLDEN=1 npx vitest run test/report`. */
import { describe, expect, test } from 'vitest';
import type { Verdict } from '../../src/contract/documents.ts';
import { checkDocument } from '../../src/contract/validate.ts';
import { renderMarkdown } from '../../src/report/render-markdown.ts';
import { renderTerminal } from '../../src/report/render-terminal.ts';
import { renderSummary } from '../../src/report/summary/render-summary.ts';
import { expectSection } from '../golden-sections.ts';
import { verdicts } from './fixtures/verdicts.ts';

const folder = new URL('golden/', import.meta.url);
const forms: readonly [form: string, render: (verdict: Verdict) => string][] = [
  ['terminal', (verdict) => renderTerminal(verdict, { colour: false, columns: 80 })],
  ['markdown', (verdict) => renderMarkdown(verdict, { marker: 'perigee:sync:v1' })],
  ['summary', (verdict) => renderSummary(verdict, { notes: ['no comment: read-only token'] })],
  [
    'annotation',
    (verdict) =>
      renderSummary(verdict, {
        site: 'buildkite',
        notes: ['the event is in the artifact only'],
        artifacts: { 'Page with all charts': 'perigee-sync-report-attempt-1/report.html' },
      }),
  ],
];

describe.each(Object.entries(verdicts))('the verdict %s', (name, verdict) => {
  test('is a valid document', () => {
    expect(() => checkDocument('verdict', verdict, name)).not.toThrow();
  });

  test.each(forms)('reads as golden/ has it as %s', (form, render) => {
    expectSection(new URL(`${name}.txt`, folder), form, render(verdict));
  });
});
