import { closeSync, fsyncSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const filesPerFolder = 100;
// Long, as the paths of archives are: comparing two of them takes a while.
const top =
  'documents/customers/northern-region/harbour-and-old-town/accounting-department/invoices/paid-and-archived/by-customer-and-month-of-delivery';

/** Writes `count` files of `size` bytes, the same ones every time. */
export function makeTree(root, count, size) {
  const random = makeRandom(1);
  for (let i = 0; i < count; i++) {
    const folder = join(root, top, `folder-${Math.floor(i / filesPerFolder)}`);
    if (i % filesPerFolder === 0) mkdirSync(folder, { recursive: true });
    const content = new Uint32Array(size / 4).map(random);
    writeFileSync(join(folder, `document-${i}.bin`), content);
  }
}

/** One file of `size` bytes, on disk when this returns. */
export function makeLargeFile(file, size) {
  const random = makeRandom(2);
  const block = new Uint32Array(250_000).map(random);
  const descriptor = openSync(file, 'w');
  for (let written = 0; written < size; written += block.byteLength) {
    block[0] = random();
    writeSync(descriptor, block);
  }
  fsyncSync(descriptor);
  closeSync(descriptor);
}

/** xorshift32: the same numbers for the same seed. */
function makeRandom(seed) {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}
