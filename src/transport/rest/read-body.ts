/** More came than the caller can take. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge';
}

/**
 * Reads a body up to a size; what is longer is not read to its end.
 * @throws BodyTooLarge
 * @throws what the connection throws when it is cut, also where less came than was announced
 */
export async function readBody(response: Response, maxBytes: number): Promise<Buffer> {
  const refuse = async (): Promise<never> => {
    await response.body?.cancel();
    throw new BodyTooLarge(`more than ${maxBytes} bytes`);
  };
  if (Number(response.headers.get('content-length') ?? 0) > maxBytes) return refuse();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  if (response.body === null) return Buffer.alloc(0);
  for await (const chunk of response.body) {
    bytes += chunk.length;
    // Leaving the loop cancels the rest.
    if (bytes > maxBytes) throw new BodyTooLarge(`more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
