// Sizes that client and server share.

/** A file up to this size travels in a bundle with others; a larger one in chunks. */
export const smallFileBytes = 256 * 1024;

/** A bundle is closed at this many files or this many bytes, whichever comes first. */
export const bundleFiles = 250;
export const bundleBytes = 1024 * 1024;

/** A larger file is cut into chunks of this size. */
export const chunkBytes = 4 * 1024 * 1024;

/** Requests that a client has in flight at the same time. */
export const lanes = 4;

/**
 * What the server holds in memory of chunks that have not all arrived yet. While several arrive, one
 * that exceeds its share is cancelled, so `lanes * chunkBytes` has to fit.
 */
export const windowBytes = 16 * 1024 * 1024;

/** Moves and removals for which one request asks. */
export const changesPerRequest = 1000;
