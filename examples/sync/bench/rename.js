import { execFileSync } from 'node:child_process';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { annotate, profile } from 'perigee';
import { push } from '../src/push.js';
import { makeFolders } from './folders.js';
import { prepared, renamedFiles, smallBytes } from './prepared.js';
import { startServer } from './start-server.js';

const folders = makeFolders();
const root = join(folders.data, 'tree');
const [store, storeIndex] = [join(folders.data, 'store'), join(folders.index, 'server')];
const index = join(folders.index, 'client');

// Client and server hold the same tree.
for (const copy of [root, store]) execFileSync('cp', ['-R', prepared.renamed, copy]);
for (const copy of [index, storeIndex]) execFileSync('cp', ['-R', prepared.renamedIndex, copy]);
const server = await startServer(store, storeIndex);
renameSync(join(root, 'documents'), join(root, 'archive'));

await profile('rename', async () => {
  annotate('num_files', renamedFiles);
  annotate('file_bytes', smallBytes);
  await push({ root, index, url: server.url });
});

await server.stop();
folders.remove();
