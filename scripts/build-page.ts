/**
 * Bundles what the HTML report carries: dist/page/page.js and dist/page/page.css. The report stage
 * touches no file system, so the command line reads these two and hands their text to it.
 */
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build, type Metafile } from 'esbuild';
import type { PageAssets } from '../src/report/render-html.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The report is passed on to others: it names whose work it carries. */
const notice =
  '/* Charts: Apache ECharts (Apache-2.0) with zrender (BSD-3-Clause) and tslib (0BSD). */';

/** Writes dist/page/page.js and dist/page/page.css. */
export async function buildPage(): Promise<void> {
  const { script, style } = await bundlePage();
  await mkdir(`${root}dist/page`, { recursive: true });
  await writeFile(`${root}dist/page/page.js`, script);
  await writeFile(`${root}dist/page/page.css`, style);
}

/** The text of script and style, without writing them, and what they are made of. */
export async function bundlePage(): Promise<PageAssets & { metafile: Metafile }> {
  const { metafile, outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ['src/report/page/main.ts', 'src/report/page/style.css'],
    outdir: 'dist/page',
    bundle: true,
    minify: true,
    format: 'iife',
    platform: 'browser',
    target: ['chrome123', 'firefox120', 'safari17.5'],
    charset: 'ascii',
    banner: { js: notice },
    legalComments: 'none',
    logLevel: 'warning',
    write: false,
    metafile: true,
  });
  const find = (name: string): string => {
    const file = outputFiles.find(({ path }) => path.endsWith(name));
    if (file === undefined) throw new Error(`the build of the page made no ${name}`);
    return file.text;
  };
  const script = find('main.js');
  if (/<\/script|<!--/i.test(script)) throw new Error('the script would end its own element');
  const scriptSha256 = createHash('sha256').update(script).digest('base64');
  return { script, style: find('style.css'), scriptSha256, metafile };
}

if (import.meta.main) await buildPage();
