import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { scanTree } from '../src/scan-tree.js';
import { serve } from '../src/serve.js';

/** A fresh folder and a server for one test, both gone after it. */
export async function startWorld(t) {
  const home = mkdtempSync(join(tmpdir(), 'sync-test-'));
  const store = { root: join(home, 'store'), index: join(home, 'store-index') };
  const server = await serve(store);
  t.after(async () => {
    await server.close();
    rmSync(home, { recursive: true });
  });
  const client = (name) => ({
    root: join(home, name),
    index: join(home, `${name}-index`),
    url: server.url,
  });
  return { home, store, client };
}

/** Writes { path: content } below a folder. */
export function writeTree(root, files) {
  for (const [path, content] of Object.entries(files)) {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
}

/** The inverse, with contents as text. */
export function readTree(root) {
  const files = scanTree(root).map(({ path }) => [path, readFileSync(join(root, path), 'utf8')]);
  return Object.fromEntries(files.sort());
}
