/**
 * Draws the comment of a run as it looks on a pull request, for the README:
 *   npm run demo, then node scripts/draw-comment.ts <folder of the run>/verdict.json
 * writes docs/pictures/red-comment-light.png and -dark.png.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { parseDocument } from '../src/contract/validate.ts';
import { renderMarkdown } from '../src/report/render-markdown.ts';
import { openContext } from '../test/report/open-page.ts';

const pictures = fileURLToPath(new URL('../docs/pictures/', import.meta.url));

const style = `
:root { --ink: #1f2328; --dim: #59636e; --page: #fff; --bar: #f6f8fa; --line: #d1d9e0; --link: #0969da; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #f0f6fc; --dim: #9198a1; --page: #0d1117; --bar: #151b23; --line: #3d444d; --link: #4493f8; }
}
body { margin: 0; padding: 12px; background: var(--page); color: var(--ink); font: 14px/1.5 system-ui, 'DejaVu Sans', sans-serif; width: 860px; }
article { border: 1px solid var(--line); border-radius: 6px; }
header { background: var(--bar); border-bottom: 1px solid var(--line); color: var(--dim); padding: 8px 16px; border-radius: 6px 6px 0 0; }
header b { color: var(--ink); }
section { padding: 4px 16px; }
table { border-collapse: collapse; }
td, th { border: 1px solid var(--line); padding: 4px 10px; text-align: left; }
code { background: var(--bar); border-radius: 4px; padding: 1px 4px; font-size: 85%; }
a { color: var(--link); }
h2, h3 { line-height: 1.3; }
`;

async function draw(file: string): Promise<void> {
  const verdict = parseDocument('verdict', readFileSync(file, 'utf8'), file);
  const body = micromark(renderMarkdown(verdict), {
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
    allowDangerousHtml: true,
  });
  mkdirSync(pictures, { recursive: true });
  const context = await openContext({ deviceScaleFactor: 1.5, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.setContent(
    `<style>${style}</style><article><header><b>perigee</b> commented</header><section>${body}</section></article>`,
  );
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.locator('article').screenshot({ path: `${pictures}red-comment-${colorScheme}.png` });
  }
  await context.browser()?.close();
}

const [, , file] = process.argv;
if (file === undefined) throw new Error('name the verdict.json of a run');
await draw(file);
