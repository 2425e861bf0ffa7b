/** More are forgotten: each execution has one or two. */
const mostAddresses = 10_000;

const addresses = new Set<string>();

/**
 * Notes where this process listens for what a test says of itself: the path of a Unix socket, or a port of
 * 127.0.0.1. A test that talks to it learns nothing of the checkout.
 */
export function noteOwnAddress(address: string): void {
  if (addresses.size < mostAddresses) addresses.add(address);
}

export function isOwnAddress(address: string): boolean {
  return addresses.has(address);
}
