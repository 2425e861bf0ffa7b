import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';

/** The lowest one: of a verdict it leaves a sixth, in a tenth of the time that the default takes or less. */
const quality = 1;

/** JSON as bytes, compressed. The same value always gives the same bytes. */
export function packJson(value: unknown): Uint8Array {
  return brotliCompressSync(JSON.stringify(value), {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality },
  });
}

/** @returns what was given to `packJson`; whoever reads knows its type */
export function unpackJson(bytes: Uint8Array): unknown {
  return JSON.parse(brotliDecompressSync(bytes).toString('utf8'));
}
