import { createHash } from 'node:crypto';
import { closeSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Verdict } from '../contract/documents.ts';
import { type PageAssets, renderHtml } from '../report/render-html.ts';
import { streamJson } from '../report/render-json.ts';

export const verdictFiles = { verdict: 'verdict.json', page: 'report.html' } as const;

/**
 * Writes the verdict and its page into a folder that exists.
 * @param assets the script and the style of the page, as they were built
 * @returns the path of the page
 */
export function writeVerdictFiles(
  folder: string,
  verdict: Verdict,
  assets: Omit<PageAssets, 'scriptSha256'>,
): string {
  const scriptSha256 = createHash('sha256').update(assets.script).digest('base64');
  const page = join(folder, verdictFiles.page);
  replaceFile(join(folder, verdictFiles.verdict), streamJson(verdict));
  replaceFile(page, [renderHtml(verdict, { ...assets, scriptSha256 })]);
  return page;
}

/** A test may have put a link there: it is replaced, and what it leads to stays. */
function replaceFile(file: string, pieces: Iterable<string>): void {
  rmSync(file, { recursive: true, force: true });
  const handle = openSync(file, 'wx');
  try {
    for (const piece of pieces) writeFileSync(handle, piece);
  } finally {
    closeSync(handle);
  }
}
