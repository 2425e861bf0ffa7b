import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** Whether a body was signed, found out while it is read: a large one would stand still what else runs. */
export interface BodySignature {
  follow(part: Buffer): void;
  isRight(): boolean;
}

/**
 * @param signature HMAC-SHA256 in hexadecimal digits
 * @param before what was signed before the body
 */
export function followSignature(secret: string, signature: string, before = ''): BodySignature {
  const hmac = createHmac('sha256', secret).update(before);
  return {
    follow: (part) => void hmac.update(part),
    isRight: () => isSame(signature, hmac.digest('hex')),
  };
}

/** Takes as long for what is nearly right as for what is all wrong, whatever their lengths. */
export function isSame(one: string, other: string): boolean {
  const [first, second] = [one, other].map((text) => createHash('sha256').update(text).digest());
  return first !== undefined && second !== undefined && timingSafeEqual(first, second);
}
