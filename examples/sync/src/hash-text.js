/**
 * A 32-bit hash of a text: FNV-1a over its UTF-16 units, then the finaliser of MurmurHash3, so that
 * the high bits are as well mixed as the low ones (`PathSet` takes the high bits).
 */
export function hashText(text, seed = 0) {
  let hash = 0x811c9dc5 ^ seed;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
