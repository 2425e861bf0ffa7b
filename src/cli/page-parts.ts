import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { PageAssets } from '../report/render-html.ts';
import { home } from './home.ts';

/** The script and style of a report's page, as `npm run build` left them. */
export function readPageParts(): PageAssets {
  const read = (file: string): Buffer => readFileSync(join(home, 'dist', 'page', file));
  const script = brotliDecompressSync(read('page.js.br')).toString('utf8');
  const scriptSha256 = createHash('sha256').update(script).digest('base64');
  return { script, style: read('page.css').toString('utf8'), scriptSha256 };
}
