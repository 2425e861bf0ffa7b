import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { listTrackedFiles, readTracked } from '../../scripts/checks/tracked-files.ts';
import { hasBrowser, howToInstall, openBlankPage } from '../report/open-page.ts';

if (!hasBrowser) console.warn(howToInstall);

const pages = listTrackedFiles().filter((file) => /^(docs\/.*|[A-Z]+)\.md$/.test(file));

describe.runIf(hasBrowser)('the real Mermaid', () => {
  test('draws every drawing of the documentation', async () => {
    await using open = await openBlankPage();
    const script = createRequire(import.meta.url).resolve('@mermaid-js/tiny/dist/mermaid.tiny.js');
    await open.page.addScriptTag({ content: readFileSync(script, 'utf8') });
    const drawings = pages.flatMap((page) =>
      [...readTracked(page).matchAll(/```mermaid\n([^]*?)```/g)].map(([, text = '']) => text),
    );
    expect(drawings.length).toBeGreaterThan(1);
    for (const drawing of drawings) {
      const size: unknown = await open.page.evaluate(
        `mermaid.render('drawing', ${JSON.stringify(drawing)}).then(({ svg }) => svg.length)`,
      );
      expect(size, drawing).toBeGreaterThan(1000);
    }
  });
});

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
