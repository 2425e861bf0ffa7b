import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { annotate, profile } from 'perigee';
import { push } from '../src/push.js';
import { makeFolders } from './folders.js';
import { makeTree } from './make-tree.js';
import { smallBytes } from './prepared.js';
import { startServer } from './start-server.js';

const files = 5_000;
const folders = makeFolders();
const root = join(folders.data, 'tree');
const server = await startServer(join(folders.data, 'store'), join(folders.index, 'server'));
const options = { root, index: join(folders.index, 'client'), url: server.url };

makeTree(root, files, smallBytes);
await push(options);
renameSync(join(root, 'documents'), join(root, 'archive'));

await profile('rename', async () => {
  annotate('num_files', files);
  annotate('file_bytes', smallBytes);
  await push(options);
});

await server.stop();
folders.remove();
