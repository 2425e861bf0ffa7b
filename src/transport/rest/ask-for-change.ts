import type { Tagged, TaggedAnswers } from './keep-tagged.ts';
import type { FindTag, LocatedAnswer } from './rest-client.ts';

export interface TaggedQuestion<T> {
  /** Of what is read; two accounts may be answered differently. */
  address: unknown;
  /** What makes the value of an answer, told apart by identity: see TaggedAnswers. */
  reading: unknown;
  ask(findTag: FindTag): Promise<LocatedAnswer>;
  /** @throws where the answer is not good */
  use(answer: LocatedAnswer): T;
  /** How much of the memory a value takes. */
  count(value: T): number;
}

/**
 * Asks with the tag of what is known, which is given again where the server says that it is still so. GitHub does
 * not count such a request.
 */
export async function askForChange<T>(
  answers: TaggedAnswers,
  { address, ask, count, reading, use }: TaggedQuestion<T>,
): Promise<T> {
  const name = (account: string | number): string => JSON.stringify([account, address]);
  let known: Tagged | undefined;
  const answer = await ask((account) => {
    known = answers.find(name(account), reading);
    return known?.tag;
  });
  if (known !== undefined && answer.status === 304) return known.value as T;
  const value = use(answer);
  const tag = answer.headers.get('etag');
  if (answer.status === 200 && tag !== null) {
    answers.keep(name(answer.account), reading, { tag, value }, count(value));
  }
  return value;
}
