/** A path inside a tree: relative, with `/`, without `.`, `..`, empty parts or control characters. */
export function isTreePath(path) {
  if (typeof path !== 'string' || path.length === 0 || path.length > 4096) return false;
  if (/[\u0000-\u001f\\]/.test(path)) return false;
  return path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
}

export function requireTreePath(path) {
  if (!isTreePath(path)) throw new TypeError(`not a path inside the tree: ${JSON.stringify(path)}`);
  return path;
}
