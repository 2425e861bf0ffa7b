import { createHash } from 'node:crypto';
import type { Answer } from '../../../servers/listen.ts';
import type { Question } from '../../../servers/github/answer.ts';

/**
 * Gives a good answer to a GET its tag, and nothing but that to whoever knows it. As at GitHub the tag is another
 * one for each token, and knows nothing of the links: a full page that gets a next one has not changed.
 */
export function tagAnswer({ headers, method }: Question, answer: Answer): Answer {
  if (method !== 'GET' || answer.status !== 200 || answer.bytes !== undefined) return answer;
  const whole = JSON.stringify([headers['authorization'], answer.body]);
  const etag = `W/"${createHash('sha256').update(whole).digest('hex')}"`;
  if (headers['if-none-match'] === etag) return { status: 304, headers: { etag } };
  return { ...answer, headers: { ...answer.headers, etag } };
}
