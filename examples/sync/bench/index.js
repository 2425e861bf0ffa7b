import { annotate, profile } from 'perigee';
import { hashBytes } from '../src/content-hash.js';
import { IndexStore } from '../src/index-store.js';
import { makeFolders } from './folders.js';

const batches = 100;
const filesPerBatch = 4;
const folders = makeFolders();
const store = new IndexStore(folders.index);
const changes = Array.from({ length: batches }, (_, batch) =>
  Array.from({ length: filesPerBatch }, (_, i) => {
    const path = `documents/folder-${batch}/document-${i}.bin`;
    return [path, 1_000, 1_700_000_000_000 + batch, hashBytes(path)];
  }),
);

await profile('record', () => {
  annotate('num_files', batches * filesPerBatch);
  for (const batch of changes) store.record(batch);
});

store.close();
folders.remove();
