import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** All regular files below a folder as { path, size, mtimeMs }; links and devices are left out. */
export function scanTree(root) {
  const files = [];
  const folders = [''];
  for (const folder of folders) {
    for (const item of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = folder === '' ? item.name : `${folder}/${item.name}`;
      if (item.isDirectory()) folders.push(path);
      else if (item.isFile()) {
        const { size, mtimeMs } = lstatSync(join(root, path));
        files.push({ path, size, mtimeMs });
      }
    }
  }
  return files;
}
