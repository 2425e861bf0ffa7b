/** Everything that a request carries, up to `limit` bytes; more is a RangeError. */
export async function readBody(request, limit) {
  const pieces = [];
  let size = 0;
  for await (const piece of request) {
    size += piece.length;
    if (size > limit) throw new RangeError(`a request of more than ${limit} bytes`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
