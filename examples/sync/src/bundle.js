import { requireTreePath } from './check-path.js';
import { hashBytes } from './content-hash.js';

// A bundle is many small files in one body:
//
//   ┌───────────────┬──────────────────────────┬───────────────────────────────┐
//   │ header length │ header: JSON             │ the contents, one after other │
//   │ u32, big end  │ [{ path, size, hash }]   │                               │
//   └───────────────┴──────────────────────────┴───────────────────────────────┘

/** Files ({ path, content }) → { entries ({ path, size, hash }), body }. */
export function encodeBundle(files) {
  const entries = files.map(({ path, content }) => ({
    path,
    size: content.length,
    hash: hashBytes(content),
  }));
  const header = Buffer.from(JSON.stringify(entries));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(header.length);
  const body = Buffer.concat([length, header, ...files.map(({ content }) => content)]);
  return { entries, body };
}

/** The inverse; throws a TypeError when a body is cut short, or a content is not what it should be. */
export function decodeBundle(body) {
  if (body.length < 4) throw new TypeError('a bundle without a header');
  let offset = 4 + body.readUInt32BE(0);
  if (offset > body.length) throw new TypeError('a bundle whose header is cut short');
  const entries = JSON.parse(body.toString('utf8', 4, offset));
  const files = entries.map(({ path, size, hash }) => {
    requireTreePath(path);
    const content = body.subarray(offset, (offset += size));
    if (content.length !== size || hashBytes(content) !== hash) {
      throw new TypeError(`a bundle in which ${path} is damaged`);
    }
    return { path, size, hash, content };
  });
  if (offset !== body.length) throw new TypeError('a bundle with bytes that belong to no file');
  return files;
}
