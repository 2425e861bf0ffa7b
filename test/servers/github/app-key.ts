import { generateKeyPairSync, verify } from 'node:crypto';
import type { Question } from './answer.ts';

const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
/** Of the app, as GitHub gives it. */
export const privateKey = pair.privateKey.export({ type: 'pkcs1', format: 'pem' }).toString();

export function readBearer({ headers }: Pick<Question, 'headers'>): string {
  return /^(?:Bearer|token) (.+)$/i.exec(String(headers['authorization'] ?? ''))?.[1] ?? '';
}

/** As GitHub checks it: signature, issuer, not from the future, not for longer than ten minutes. */
export function isSignedBy(
  appId: number | string,
  nowMs: number,
  question: Pick<Question, 'headers'>,
): boolean {
  const [header = '', claims = '', signature = ''] = readBearer(question).split('.');
  const content = Buffer.from(`${header}.${claims}`);
  const bytes = Buffer.from(signature, 'base64url');
  if (!verify('RSA-SHA256', content, pair.publicKey, bytes)) return false;
  const { alg } = decode(header);
  const { iat = Infinity, exp = 0, iss } = decode(claims);
  const now = nowMs / 1000;
  return (
    alg === 'RS256' && String(iss) === String(appId) && iat <= now && exp > now && exp - iat <= 600
  );
}

interface Decoded {
  alg?: string;
  iat?: number;
  exp?: number;
  iss?: number | string;
}

function decode(text: string): Decoded {
  return JSON.parse(Buffer.from(text, 'base64url').toString()) as Decoded;
}
