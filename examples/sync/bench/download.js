import { join } from 'node:path';
import { annotate, profile } from 'perigee';
import { pull } from '../src/pull.js';
import { makeFolders } from './folders.js';
import { prepared, smallBytes, smallFiles } from './prepared.js';
import { startServer } from './start-server.js';

const folders = makeFolders();
const server = await startServer(prepared.small, prepared.smallIndex);

await profile('download', async () => {
  annotate('num_files', smallFiles);
  annotate('file_bytes', smallBytes);
  await pull({ root: join(folders.data, 'tree'), index: folders.index, url: server.url });
});

await server.stop();
folders.remove();
