import { join } from 'node:path';
import { annotate, profile } from 'perigee';
import { push } from '../src/push.js';
import { makeFolders } from './folders.js';
import { largeBytes, prepared } from './prepared.js';
import { startServer } from './start-server.js';

const folders = makeFolders();
const server = await startServer(join(folders.data, 'store'), join(folders.index, 'server'));

await profile('upload', async () => {
  annotate('num_files', 1);
  annotate('file_bytes', largeBytes);
  await push({ root: prepared.large, index: join(folders.index, 'client'), url: server.url });
});

await server.stop();
folders.remove();
