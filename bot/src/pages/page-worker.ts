/** Makes pages beside the event loop: a thread, so that nothing else waits for one. */
import { parentPort } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import type { Verdict } from '../../../src/contract/documents.ts';
import { type PageAssets, renderHtml } from '../../../src/report/render-html.ts';
import { unpackJson } from '../ledger/pack-json.ts';
import { readPageAssets } from './read-page-assets.ts';

let assets: PageAssets | undefined;

/** @param packed verdict, as the ledger keeps it; @returns the page, compressed as gzip */
function makePage(packed: string | Uint8Array): Uint8Array<ArrayBuffer> {
  const page = renderHtml(unpackJson(packed) as Verdict, (assets ??= readPageAssets()));
  return Uint8Array.from(gzipSync(page));
}

parentPort?.on('message', (packed: string | Uint8Array) => {
  const page = makePage(packed);
  parentPort?.postMessage(page, [page.buffer]);
});
