import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PageAssets } from '../report/render-html.ts';
import { home } from './home.ts';

/** What the page of a report carries, as `npm run build` left it. */
export function readPageParts(): PageAssets {
  const read = (file: string): string => readFileSync(join(home, 'dist', 'page', file), 'utf8');
  const script = read('page.js');
  const scriptSha256 = createHash('sha256').update(script).digest('base64');
  return { script, style: read('page.css'), scriptSha256 };
}
