import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { isKnown, takesGzip } from './read-request.ts';

/** Beside the bundle, or a chunk of it; and, where the program runs from its sources, where it is built. */
const places = ['./explorer/', '../explorer/', '../../../../dist/explorer/'];

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Nothing from elsewhere, no script or style in the page itself, and in no frame of others. */
const policy = [
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'",
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
].join('; ');

interface PageFile {
  type: string;
  packed: Buffer;
  plain: Buffer;
  etag: string;
}

/** The files of the pages as they were built: few and small, so they are read once. */
export function openPageFiles(): {
  send(request: IncomingMessage, response: ServerResponse, path: string): void;
} {
  let files: ReadonlyMap<string, PageFile> | undefined;
  return {
    send: (request, response, path) => {
      files ??= readFiles();
      const index = files.get('/index.html') ?? fallback;
      // Every other address is a page of the dashboard, and its script reads the address.
      const file = files.get(path) ?? index;
      const isHad = isKnown(request.headers['if-none-match'], file.etag);
      const isPacked = takesGzip(request.headers['accept-encoding']);
      response.writeHead(isHad ? 304 : 200, {
        'content-type': file.type,
        ...(isPacked && !isHad ? { 'content-encoding': 'gzip' } : {}),
        etag: file.etag,
        'cache-control': 'private, no-cache',
        vary: 'accept-encoding',
        'content-security-policy': policy,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'same-origin',
      });
      const isEmpty = isHad || request.method === 'HEAD';
      response.end(isEmpty ? undefined : isPacked ? file.packed : file.plain);
    },
  };
}

function readFiles(): ReadonlyMap<string, PageFile> {
  const folder = places
    .map((place) => fileURLToPath(new URL(place, import.meta.url)))
    .find((each) => existsSync(`${each}index.html`));
  if (folder === undefined) return new Map();
  return new Map(
    readdirSync(folder).flatMap((file) => {
      const bytes = readFileSync(folder + file);
      // The script is large: it is packed where it is built.
      const name = file.replace(/\.gz$/, '');
      const plain = name === file ? bytes : gunzipSync(bytes);
      return types[extname(name)] === undefined ? [] : [[`/${name}`, packFile(name, plain)]];
    }),
  );
}

function packFile(name: string, plain: Buffer): PageFile {
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  return { type: types[extname(name)] ?? '', plain, packed: gzipSync(plain), etag };
}

/** If the pages are not built, the API is there all the same. */
const fallback = packFile(
  'index.html',
  Buffer.from(
    '<!doctype html><html lang="en"><title>Perigee</title><p>The pages of the dashboard are not built. The API is at <a href="/api/v1/repositories">/api/v1/repositories</a>.',
  ),
);
