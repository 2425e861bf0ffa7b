import { createWriteStream, renameSync, statSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { decodeBundle } from './bundle.js';
import { requireTreePath } from './check-path.js';
import { Connection } from './connection.js';
import { hashFile } from './content-hash.js';
import { groupFiles } from './group-files.js';
import { IndexStore } from './index-store.js';
import { bundleFiles, smallFileBytes } from './limits.js';
import { runLanes } from './run-lanes.js';
import { TreeFiles } from './tree-files.js';

/** Brings what the server has and the folder has not. Nothing is deleted here. */
export async function pull({ root, index: indexFolder, url }) {
  const index = new IndexStore(indexFolder);
  const connection = new Connection(url);
  const files = new TreeFiles(root);
  try {
    const missing = await listMissing(connection, index);
    await fetchSmallFiles(connection, index, files, missing);
    for (const file of missing.filter(({ size }) => size > smallFileBytes)) {
      await fetchLargeFile(connection, index, files, file);
    }
    index.compact();
    return { received: missing.length };
  } finally {
    connection.close();
    index.close();
  }
}

async function listMissing(connection, index) {
  const remote = await connection.askJson('GET', '/files');
  return remote.filter(({ path, hash }) => index.entries.get(requireTreePath(path))?.hash !== hash);
}

async function fetchSmallFiles(connection, index, files, missing) {
  const byPath = new Map();
  for (const file of missing) if (file.size <= smallFileBytes) byPath.set(file.path, file);
  await runLanes(byPath.keys(), bundleFiles, async (paths) => {
    for (const group of groupFiles(paths.map((path) => byPath.get(path)))) {
      const wanted = Buffer.from(JSON.stringify(group.map(({ path }) => path)));
      const bundle = decodeBundle(await connection.ask('POST', '/fetch', wanted));
      index.record(
        bundle.map(({ path, size, hash, content }) => [
          path,
          size,
          files.write(path, content),
          hash,
        ]),
      );
    }
  });
}

async function fetchLargeFile(connection, index, files, { path, size, hash }) {
  const file = files.place(path);
  const draft = `${file}.sync-draft`;
  const content = await connection.open(`/content?path=${encodeURIComponent(path)}`);
  await pipeline(content, createWriteStream(draft));
  if ((await hashFile(draft, size)) !== hash) throw new Error(`${path} arrived damaged`);
  renameSync(draft, file);
  index.record([[path, size, statSync(file).mtimeMs, hash]]);
}
