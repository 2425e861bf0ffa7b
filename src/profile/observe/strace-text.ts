/** Decodes text of `strace -xx`: `\x2f\x61` → `/a`. */
export function decodeText(escaped: string): string {
  return Buffer.from(escaped.replaceAll('\\x', ''), 'hex').toString('utf8');
}

export function encodeText(text: string): string {
  return Buffer.from(text).toString('hex').replace(/../g, '\\x$&');
}
