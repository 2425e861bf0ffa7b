import { fileURLToPath } from 'node:url';

// What `prepare.js` makes once for each version of the code and no test changes.
const place = (name) => fileURLToPath(new URL(`../.bench/${name}`, import.meta.url));

export const prepared = {
  folder: place('.'),
  /** A tree of `smallFiles` files. */
  small: place('small'),
  /** The same tree as a server keeps it. */
  store: place('store'),
  storeIndex: place('store-index'),
  /** A tree of one file. */
  large: place('large'),
};

export const smallFiles = 10_000;
export const smallBytes = 1_000;
export const largeBytes = 256_000_000;
