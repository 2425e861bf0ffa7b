import { expect, test } from 'vitest';
import { UserError } from '../../../../src/contract/user-error.ts';
import { migrateWorkflow } from '../../../../src/suite/starter/migrate/migrate-workflow.ts';

test.each([
  ['no YAML', 'a: [', 'a.yml:1'],
  ['no workflow', 'a: 1', 'a.yml'],
  ['a value in itself', 'jobs: &a { b: *a }', 'a.yml:1'],
  ['aliases without end', `a: &a [1]\nb: [${'*a, '.repeat(2000)}]`, 'a.yml:2'],
])('%s is refused with its place', (_, text, where) => {
  const refused = (): unknown => migrateWorkflow(text, 'a.yml', 'bencher');
  expect(refused).toThrow(UserError);
  expect(refused).toThrow(where);
});

test('odd shapes in a workflow are passed over', () => {
  const text =
    'jobs: { a: 1, b: { steps: [1, null, { run: [x], with: 2 }] }, __proto__: { steps: 3 } }';
  expect(migrateWorkflow(text, 'a.yml', 'bencher')).toBeUndefined();
});
