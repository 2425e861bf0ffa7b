import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeBundle } from './bundle.js';
import { Connection } from './connection.js';
import { groupFiles } from './group-files.js';
import { IndexStore } from './index-store.js';
import { bundleFiles, changesPerRequest, smallFileBytes } from './limits.js';
import { planPush } from './plan-push.js';
import { runLanes } from './run-lanes.js';
import { scanTree } from './scan-tree.js';
import { sendLargeFile } from './send-large-file.js';

/** Makes the server hold what the folder holds. Returns how much there was to do. */
export async function push({ root, index: indexFolder, url }) {
  const index = new IndexStore(indexFolder);
  const connection = new Connection(url);
  try {
    const plan = await planPush(root, scanTree(root), index.entries);
    await move(connection, index, plan.moves);
    await remove(connection, index, plan.remove);
    await sendSmallFiles(connection, index, root, plan.send);
    for (const file of plan.send.filter(({ size }) => size > smallFileBytes)) {
      const hash = await sendLargeFile(connection, root, file);
      index.record([[file.path, file.size, file.mtimeMs, hash]]);
    }
    index.compact();
    return { sent: plan.send.length, moved: plan.moves.length, removed: plan.remove.length };
  } finally {
    connection.close();
    index.close();
  }
}

async function move(connection, index, moves) {
  for (const some of cut(moves)) {
    await connection.askJson(
      'POST',
      '/move',
      some.map(({ from, path }) => [from, path]),
    );
    index.record(
      some.flatMap(({ from, path, size, mtimeMs, hash }) => [[from], [path, size, mtimeMs, hash]]),
    );
  }
}

async function remove(connection, index, paths) {
  for (const some of cut(paths)) {
    await connection.askJson('POST', '/remove', some);
    index.record(some.map((path) => [path]));
  }
}

async function sendSmallFiles(connection, index, root, files) {
  const byPath = new Map();
  for (const file of files) if (file.size <= smallFileBytes) byPath.set(file.path, file);
  await runLanes(byPath.keys(), bundleFiles, async (paths) => {
    for (const group of groupFiles(paths.map((path) => byPath.get(path)))) {
      await sendBundle(connection, index, root, group);
    }
  });
}

async function sendBundle(connection, index, root, files) {
  const { entries, body } = encodeBundle(
    files.map(({ path }) => ({ path, content: readFileSync(join(root, path)) })),
  );
  await connection.ask('POST', '/bundle', body);
  index.record(entries.map(({ path, size, hash }, i) => [path, size, files[i].mtimeMs, hash]));
}

function* cut(list) {
  for (let i = 0; i < list.length; i += changesPerRequest) {
    yield list.slice(i, i + changesPerRequest);
  }
}
