/**
 * Bundles what the HTML report carries, dist/page/page.js.br and dist/page/page.css, and the dashboard. The report
 * stage touches no file system, so the command line reads the first two and hands their text to it.
 */
import { createHash } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build, type Metafile } from 'esbuild';
import { renderIndexPage } from '../src/web/api/index-page.ts';
import type { PageAssets } from '../src/report/render-html.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The report is passed on to others: it names whose work it carries. */
const notice =
  '/* Charts: Apache ECharts (Apache-2.0) with zrender (BSD-3-Clause) and tslib (0BSD). */';

/** Writes dist/page/ for reports, and dist/explorer/ for the dashboard. */
export async function buildPages(): Promise<void> {
  const [page, dashboard] = await Promise.all([bundlePage(), bundleDashboard()]);
  await rm(`${root}dist/explorer`, { recursive: true, force: true });
  await mkdir(`${root}dist/explorer`, { recursive: true });
  await rm(`${root}dist/page`, { recursive: true, force: true });
  await mkdir(`${root}dist/page`, { recursive: true });
  // Packed, since they would be a tenth of what npm installs.
  await writeFile(`${root}dist/page/page.js.br`, await packPage());
  await writeFile(`${root}dist/page/page.css`, page.style);
  await writeFile(`${root}dist/explorer/index.html`, renderIndexPage());
  await writeFile(`${root}dist/explorer/dashboard.js.gz`, gzipSync(dashboard.script));
  await writeFile(`${root}dist/explorer/dashboard.css`, dashboard.style);
}

/** Several bundles carry the same: a process makes it once. */
const once: { page?: Promise<Page>; packed?: Promise<Buffer> } = {};

type Page = PageAssets & { metafile: Metafile };

/** The text of script and style, without writing them, and what they are made of. */
export function bundlePage(): Promise<Page> {
  return (once.page ??= makePage());
}

/** Its script, compressed by brotli, which takes longer than the bundle. */
export function packPage(): Promise<Buffer> {
  return (once.packed ??= bundlePage().then(({ script }) => brotliCompressSync(script)));
}

async function makePage(): Promise<Page> {
  const bundled = await bundle('src/report/page/main.ts', 'src/report/page/style.css');
  const { script } = bundled;
  if (/<\/script|<!--/i.test(script)) throw new Error('the script would end its own element');
  return { ...bundled, scriptSha256: createHash('sha256').update(script).digest('base64') };
}

/** The same for the dashboard, whose files a server hands out. */
export function bundleDashboard(): Promise<Bundled> {
  return bundle('src/web/pages/main.ts', 'src/web/pages/style/style.css');
}

interface Bundled {
  script: string;
  style: string;
  metafile: Metafile;
}

async function bundle(...entryPoints: [script: string, style: string]): Promise<Bundled> {
  const { metafile, outputFiles } = await build({
    absWorkingDir: root,
    entryPoints,
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
  const find = (end: string): string => {
    const file = outputFiles.find(({ path }) => path.endsWith(end));
    if (file === undefined) throw new Error(`the build of the page made no ${end}`);
    return file.text;
  };
  return { script: find('.js'), style: find('.css'), metafile };
}

if (import.meta.main) await buildPages();
