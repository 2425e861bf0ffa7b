/** The part of lz4js that is used. */
declare module 'lz4js' {
  /** Writes one block to `target` from an index on. @returns the index after it, also where `target` was too short */
  export function decompressBlock(
    source: Uint8Array,
    target: Uint8Array,
    sourceIndex: number,
    sourceLength: number,
    targetIndex: number,
  ): number;
}
