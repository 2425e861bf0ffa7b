import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Verdict } from '../contract/documents.ts';
import { type PageAssets, renderHtml } from '../report/render-html.ts';
import { renderJson } from '../report/render-json.ts';

export const verdictFiles = { verdict: 'verdict.json', page: 'report.html' } as const;

/**
 * Writes the verdict and its page into a folder that exists.
 * @param pageFolder where the build left the script and the style of the page
 * @returns the path of the page
 */
export function keepVerdict(folder: string, verdict: Verdict, pageFolder: string): string {
  const page = join(folder, verdictFiles.page);
  writeFileSync(join(folder, verdictFiles.verdict), renderJson(verdict));
  writeFileSync(page, renderHtml(verdict, readPageAssets(pageFolder)));
  return page;
}

function readPageAssets(folder: string): PageAssets {
  const read = (file: string): string => readFileSync(join(folder, file), 'utf8');
  const script = read('page.js');
  const scriptSha256 = createHash('sha256').update(script).digest('base64');
  return { script, style: read('page.css'), scriptSha256 };
}
