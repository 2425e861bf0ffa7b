// Makes the trees that the tests read, the same ones to the byte every time. Run once before the first test.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { hashBytes } from '../src/content-hash.js';
import { IndexStore } from '../src/index-store.js';
import { scanTree } from '../src/scan-tree.js';
import { makeLargeFile, makeTree } from './make-tree.js';
import { largeBytes, prepared, renamedFiles, smallBytes, smallFiles } from './prepared.js';

rmSync(prepared.folder, { recursive: true, force: true });
mkdirSync(prepared.large, { recursive: true });
makeLargeFile(join(prepared.large, 'film.bin'), largeBytes);
makeTree(prepared.small, smallFiles, smallBytes);
index(prepared.small, prepared.smallIndex);
makeTree(prepared.renamed, renamedFiles, smallBytes);
index(prepared.renamed, prepared.renamedIndex);

/**
 * Writes the index of a tree. A push would do it too, but from several lanes at once and with the times of that
 * day: then the two versions of a change never have the same index, and Perigee always measures the download.
 */
function index(tree, folder) {
  const store = new IndexStore(folder);
  const files = scanTree(tree).sort((a, b) => (a.path < b.path ? -1 : 1));
  // File systems know more than milliseconds.
  const mtimeMs = Date.UTC(2026, 0, 1) + 0.25;
  store.record(
    files.map(({ path, size }) => [path, size, mtimeMs, hashBytes(readFileSync(join(tree, path)))]),
  );
  store.close();
}
