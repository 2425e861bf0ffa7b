import { fileURLToPath } from 'node:url';

// What `prepare.js` makes once for each version of the code and no test changes.
const place = (name) => fileURLToPath(new URL(`../.bench/${name}`, import.meta.url));

export const prepared = {
  folder: place('.'),
  /** A tree of `smallFiles` files. */
  small: place('small'),
  /** The index of that tree, as a client or a server keeps it. */
  smallIndex: place('small-index'),
  /** A larger tree for the rename, and its index. */
  renamed: place('renamed'),
  renamedIndex: place('renamed-index'),
  /** A tree of one file. */
  large: place('large'),
};

export const smallFiles = 2_000;
export const renamedFiles = 3_000;
export const smallBytes = 1_000;
export const largeBytes = 128_000_000;
