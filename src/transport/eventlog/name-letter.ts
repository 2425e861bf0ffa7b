import { createHash } from 'node:crypto';

/** One message is one letter, however often it is put: it is named by where it lay. */
export function nameLetter(source: string, position: string): string {
  const digest = createHash('sha256').update(JSON.stringify([source, position]));
  return digest.digest('hex').slice(0, 16);
}
