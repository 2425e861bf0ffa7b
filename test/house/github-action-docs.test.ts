import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listWorkflowFaults } from '../init/check-workflow.ts';
import { readAction } from '../init/read-action.ts';

const read = (name: string): string =>
  readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8');
const reference = read('action-reference.md');
const pages = read('github-action.md') + reference;
const workflows = [...pages.matchAll(/```yaml\n([^]*?)```/g)].map(([, text = '']) => text);
const { inputs, outputs } = readAction();

/** The cells of the table between two markers, its head left out. */
function readTable(marker: string): string[][] {
  const [, section = ''] = reference.split(`<!-- ${marker} -->`);
  const [table = ''] = section.split(`<!-- /${marker} -->`);
  const rows = table.split('\n').filter((line) => line.startsWith('|'));
  const cells = rows.map((row) => row.split('|').slice(1, -1));
  return cells.slice(2).map((row) => row.map((cell) => cell.trim()));
}

const sayDefault = (value: string): string => (value === '' ? 'none' : `\`${value}\``);

test('the guide has a workflow for each case', () => {
  expect(workflows.length).toBeGreaterThanOrEqual(6);
});

test.each(workflows.map((text, index) => [index + 1, text]))(
  'workflow %i of the guide and the reference keeps to all rules',
  (_index, text) => {
    expect(listWorkflowFaults(text, new Set(Object.keys(inputs)))).toEqual([]);
  },
);

test('the table of inputs says what action.yml says', () => {
  expect(readTable('inputs')).toEqual(
    Object.entries(inputs).map(([name, input]) => [
      `\`${name}\``,
      sayDefault(input.default),
      input.description,
    ]),
  );
});

test('the table of outputs says what action.yml says', () => {
  expect(readTable('outputs')).toEqual(
    Object.entries(outputs).map(([name, { description }]) => [`\`${name}\``, description]),
  );
});
