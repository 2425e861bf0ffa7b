/// <reference lib="dom" />
import type { Problem } from '../api/answers.ts';
import { Fault } from './visit.ts';

/**
 * An answer of the API. The browser keeps it and asks with its ETag whether it still holds.
 * @throws Fault with what the API says is wrong
 */
export async function readAnswer<Answer>(address: string, signal: AbortSignal): Promise<Answer> {
  const response = await fetch(address, { signal, headers: { accept: 'application/json' } }).catch(
    (error: unknown) => {
      if (signal.aborted) throw error;
      throw new Fault(
        'Perigee does not answer',
        'Check that `perigee serve` or `perigee open` runs.',
      );
    },
  );
  if (response.ok) return (await response.json()) as Answer;
  const type = response.headers.get('content-type') ?? '';
  if (!type.includes('problem+json')) {
    throw new Fault(`The answer is ${response.status}`, 'Try again, or sign in again.');
  }
  const { detail, status, title } = (await response.json()) as Problem;
  // A session ends while pages are open.
  if (status === 401) {
    const to = `${location.pathname}${location.search}`;
    location.assign(`/sign-in?${new URLSearchParams({ to })}`);
  }
  throw new Fault(title, detail);
}
