// Makes the trees that the tests read. Run once before the first test.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { push } from '../src/push.js';
import { makeFolders } from './folders.js';
import { makeLargeFile, makeTree } from './make-tree.js';
import { largeBytes, prepared, smallBytes, smallFiles } from './prepared.js';
import { startServer } from './start-server.js';

rmSync(prepared.folder, { recursive: true, force: true });
mkdirSync(prepared.large, { recursive: true });
makeLargeFile(join(prepared.large, 'film.bin'), largeBytes);
makeTree(prepared.small, smallFiles, smallBytes);

const folders = makeFolders();
const server = await startServer(prepared.store, prepared.storeIndex);
await push({ root: prepared.small, index: folders.index, url: server.url });
await server.stop();
folders.remove();
