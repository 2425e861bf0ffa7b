import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../../', import.meta.url);
const page = readFileSync(new URL('docs/architecture.md', root), 'utf8');
const steps = [...page.matchAll(/^\d+\. `(\w+)` \(\[[^\]]+\]\(\.\.\/([^)]+)\)\)/gm)].map(
  ([, name = '', file = '']) => ({ name, file }),
);

test('the page has three walks', () => {
  expect(page.split('## Three walks')[1]?.match(/^\*\*A .+\*\*$/gm)).toHaveLength(3);
  expect(steps.length).toBeGreaterThan(15);
});

test.each(steps)('$name is in $file', ({ name, file }) => {
  const text = readFileSync(new URL(file, root), 'utf8');
  expect(text).toMatch(new RegExp(`^export (?:async )?(?:function\\*?|const) ${name}\\b`, 'm'));
});
