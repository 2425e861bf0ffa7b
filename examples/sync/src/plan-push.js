import { join } from 'node:path';
import { hashFile } from './content-hash.js';
import { PathSet } from './path-set.js';

/**
 * What has to be done so that the server has what the folder holds: files to send, files that only
 * moved (`from`, found by their content), and paths that are gone.
 */
export async function planPush(root, files, entries) {
  const present = new PathSet();
  const changed = [];
  for (const file of files) {
    present.add(file.path);
    const known = entries.get(file.path);
    if (known?.size !== file.size || known.mtimeMs !== file.mtimeMs) changed.push(file);
  }
  const gone = new Map();
  for (const [path, entry] of entries) if (!present.has(path)) gone.set(path, entry);
  const moves = await findMoves(root, changed, entries, gone);
  for (const { from } of moves) gone.delete(from);
  const moved = new Set(moves.map(({ path }) => path));
  return { moves, remove: [...gone.keys()], send: changed.filter(({ path }) => !moved.has(path)) };
}

/** Only a new file whose size is that of a vanished one is read and hashed. */
async function findMoves(root, changed, entries, gone) {
  const pathsByContent = new Map();
  const sizes = new Set();
  for (const [path, { size, hash }] of gone) {
    sizes.add(size);
    if (pathsByContent.has(hash)) pathsByContent.get(hash).push(path);
    else pathsByContent.set(hash, [path]);
  }
  const moves = [];
  for (const file of changed) {
    if (!sizes.has(file.size) || entries.has(file.path)) continue;
    const hash = await hashFile(join(root, file.path), file.size);
    const from = pathsByContent.get(hash)?.pop();
    if (from !== undefined) moves.push({ ...file, from, hash });
  }
  return moves;
}
