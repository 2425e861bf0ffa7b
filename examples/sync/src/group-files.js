import { bundleBytes } from './limits.js';

/** Cuts a list of things with a `size` into groups that fit into one bundle each. */
export function groupFiles(files) {
  const groups = [];
  let room = 0;
  for (const file of files) {
    if (groups.length === 0 || file.size > room) {
      groups.push([]);
      room = bundleBytes;
    }
    groups.at(-1).push(file);
    room -= file.size;
  }
  return groups;
}
