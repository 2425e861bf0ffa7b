import { expect, test } from 'vitest';
import type { Verdict } from '../../src/contract/documents.ts';
import { parseDocument } from '../../src/contract/validate.ts';
import { renderJson } from '../../src/report/render-json.ts';
import { verdicts } from './fixtures/verdicts.ts';

test.each(Object.entries(verdicts))('%s comes back as the same valid document', (name, verdict) => {
  expect(parseDocument('verdict', renderJson(verdict), name)).toEqual(verdict);
});

test('equal verdicts give equal bytes whatever the order of their fields', () => {
  const verdict = verdicts['several-regressions-with-patterns'];
  const turned = Object.fromEntries(Object.entries(verdict).reverse()) as unknown;
  expect(renderJson(turned as Verdict)).toBe(renderJson(verdict));
});

test('every series has a line of its own', () => {
  const text = renderJson(verdicts.clean);
  const lines = text.split('\n').filter((line) => line.includes('"smallestVisible"'));
  expect(lines).toHaveLength(verdicts.clean.series.length);
});
