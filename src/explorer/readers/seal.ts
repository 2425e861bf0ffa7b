import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const cipher = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;
const longest = 3_000;

/** What a browser keeps for us, and can neither read nor change. */
export interface Seal {
  close(value: object): string;
  /** Undefined for what was not sealed with this secret. */
  open(text: string): unknown;
}

/** @param use of one secret for several things: what was sealed for one of them is nothing for the others */
export function openSeal(secret: string, use: string): Seal {
  const key = Buffer.from(hkdfSync('sha256', secret, '', `perigee ${use}`, 32));
  return {
    close: (value) => {
      const iv = randomBytes(ivBytes);
      const sealing = createCipheriv(cipher, key, iv);
      const closed = Buffer.concat([sealing.update(JSON.stringify(value)), sealing.final()]);
      return Buffer.concat([iv, closed, sealing.getAuthTag()]).toString('base64url');
    },
    open: (text) => {
      const bytes = Buffer.from(text.slice(0, longest), 'base64url');
      if (bytes.length <= ivBytes + tagBytes) return undefined;
      try {
        const iv = bytes.subarray(0, ivBytes);
        const opening = createDecipheriv(cipher, key, iv, { authTagLength: tagBytes });
        opening.setAuthTag(bytes.subarray(-tagBytes));
        const closed = bytes.subarray(ivBytes, -tagBytes);
        const opened = Buffer.concat([opening.update(closed), opening.final()]);
        return JSON.parse(opened.toString('utf8')) as unknown;
      } catch {
        return undefined;
      }
    },
  };
}
