import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';

/** The lowest one: of a verdict it leaves a sixth, in a tenth of the time that the default takes or less. */
const quality = 1;
/** Shorter text is not worth unpacking each time it is read. */
const shortest = 4_096;

export type PackedJson = string | Uint8Array;

/** JSON, compressed where it is long. The same value always gives the same. */
export function packJson(value: unknown): PackedJson {
  const text = JSON.stringify(value);
  if (text.length < shortest) return text;
  return brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
}

/** @returns what was given to `packJson`; the caller knows its type */
export function unpackJson(packed: PackedJson): unknown {
  return JSON.parse(
    typeof packed === 'string' ? packed : brotliDecompressSync(packed).toString('utf8'),
  );
}

/** Unpacks no more than that: what is long when it is unpacked may be short. @returns undefined where there is more */
export function unpackWithin(
  packed: PackedJson,
  mostBytes: number,
): { value: unknown; bytes: number } | undefined {
  if (mostBytes <= 0) return undefined;
  try {
    const text =
      typeof packed === 'string'
        ? Buffer.from(packed)
        : brotliDecompressSync(packed, { maxOutputLength: mostBytes });
    const bytes = text.length;
    return bytes > mostBytes ? undefined : { value: JSON.parse(text.toString('utf8')), bytes };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return undefined;
    throw error;
  }
}
