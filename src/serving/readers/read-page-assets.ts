import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { PageAssets } from '../../report/render-html.ts';

/** Beside the bundle of the reader, or of a chunk of it; and, where it runs from its sources, where that lies. */
const places = ['./page/', '../page/', '../../../dist/page/'];

/** What the page of a report carries, as `npm run build` left it. */
export function readPageAssets(): PageAssets {
  const folder = places
    .map((place) => fileURLToPath(new URL(place, import.meta.url)))
    .find((each) => existsSync(`${each}page.js`));
  if (folder === undefined)
    throw new Error('dist/page/page.js is missing: `npm run build` makes it');
  const script = readFileSync(`${folder}page.js`, 'utf8');
  const style = readFileSync(`${folder}page.css`, 'utf8');
  return { script, style, scriptSha256: createHash('sha256').update(script).digest('base64') };
}
