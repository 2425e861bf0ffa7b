/** What the contract calls a verdict, every form can show: fields of a newer writer, sides without samples. */
import { describe, expect, test } from 'vitest';
import { parseDocument } from '../../src/contract/validate.ts';
import { renderHtml } from '../../src/report/render-html.ts';
import { renderJson } from '../../src/report/render-json.ts';
import { renderMarkdown } from '../../src/report/render-markdown.ts';
import { renderTerminal } from '../../src/report/render-terminal.ts';
import { listExamples, readExample } from '../contract/corpus.ts';

const examples = listExamples('verdict', 'valid').map((name): [name: string, text: string] => {
  return [name, readExample('verdict', 'valid', name)];
});

test('there are examples', () => {
  expect(examples.length).toBeGreaterThan(3);
});

describe.each(examples)('the example %s', (name, text) => {
  const verdict = parseDocument('verdict', text, name);

  test('is shown by every form, with its suite and nothing undefined', () => {
    const forms = [
      renderTerminal(verdict, { colour: false, columns: 80 }),
      renderMarkdown(verdict),
      renderHtml(verdict, { script: '', style: '', scriptSha256: 'abc=' }),
    ];
    for (const form of forms) {
      expect(form).toContain(verdict.build.suite);
      expect(form).not.toMatch(/undefined|NaN|\[object|Infinity/);
    }
  });

  test('comes back from JSON with all its fields', () => {
    expect(JSON.parse(renderJson(verdict))).toEqual(JSON.parse(text));
  });
});
