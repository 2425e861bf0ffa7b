import { join } from 'node:path';
import { annotate, profile } from 'perigee';
import { push } from '../src/push.js';
import { makeFolders } from './folders.js';
import { prepared, smallBytes, smallFiles } from './prepared.js';
import { startServer } from './start-server.js';

const folders = makeFolders();
const server = await startServer(join(folders.data, 'store'), join(folders.index, 'server'));

await profile('upload', async () => {
  annotate('num_files', smallFiles);
  annotate('file_bytes', smallBytes);
  await push({ root: prepared.small, index: join(folders.index, 'client'), url: server.url });
});

await server.stop();
folders.remove();
