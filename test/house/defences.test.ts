import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readTracked, root } from '../../scripts/checks/tracked-files.ts';
import { defences } from '../../scripts/defences/table.ts';

const named = defences.map((defence) => ({
  ...defence,
  name: `${defence.file}: ${defence.against}`,
}));

test.each(named)(
  'the defence is where the table says, once: $name',
  ({ file, tests, text, without }) => {
    expect(readTracked(file).split(text)).toHaveLength(2);
    expect(without).not.toContain(text);
    expect(tests.filter((each) => !existsSync(join(root, each)))).toEqual([]);
  },
);

test('each defence stands in the table once', () => {
  expect(new Set(named.map(({ name }) => name)).size).toBe(named.length);
  expect(named.length).toBeGreaterThan(70);
});
