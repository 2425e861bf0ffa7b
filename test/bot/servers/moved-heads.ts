import type { Json } from './fake/show.ts';

type Call = (
  method: string,
  path: string,
  body?: unknown,
) => Promise<{ status: number; body: Json }>;

/**
 * The emulator leaves the head of a pull request where it was when its branch is pushed to, and nothing in its
 * API moves it. What it says of such a pull request is put right here. Merged is a second one of the same
 * branch, which is opened for that and shown to nobody: so it is the emulator that lets the new head through
 * or refuses it.
 */
export interface MovedHeads {
  /** From now on this commit is the head. */
  move(number: number, commit: string): void;
  /** One pull request, or a list of them, as it should be; undefined where it is one that nobody is to see. */
  correct(said: unknown): unknown;
  /** The answer to whoever wants to merge it. */
  merge(number: number): Promise<{ status: number; body: Json }>;
}

interface Moved {
  head: string;
  /** Once it is merged. */
  merged?: Json;
}

const secondTitle = 'the branch as it is now';

/** @param pulls path of the pull requests of a repository @param call as its owner */
export function openMovedHeads(pulls: string, call: Call): MovedHeads {
  const moved = new Map<number, Moved>();
  const correctOne = (pull: Json): Json[] => {
    if (pull['title'] === secondTitle) return [];
    const own = moved.get(Number(pull['number']));
    if (own === undefined) return [pull];
    return [{ ...pull, head: { ...(pull['head'] as Json), sha: own.head }, ...own.merged }];
  };
  const mergeSecond = async (number: number, own: Moved) => {
    const { body: pull } = await call('GET', `${pulls}/${number}`);
    const { label } = pull['head'] as { label: string };
    const { ref } = pull['base'] as { ref: string };
    const second = { title: secondTitle, head: label, base: ref };
    const opened = await call('POST', pulls, second);
    const path = `${pulls}/${String(opened.body['number'])}`;
    const answer = await call('PUT', `${path}/merge`, {});
    if (answer.status !== 200) {
      await call('PATCH', path, { state: 'closed' });
      return answer;
    }
    const { body: closed } = await call('GET', path);
    const { merged_at, merge_commit_sha } = closed;
    own.merged = { state: 'closed', merged: true, merged_at, merge_commit_sha };
    await call('PATCH', `${pulls}/${number}`, { state: 'closed' });
    return answer;
  };
  return {
    move: (number, head) => void moved.set(number, { head }),
    correct: (said) =>
      Array.isArray(said) ? (said as Json[]).flatMap(correctOne) : correctOne(said as Json)[0],
    merge: (number) => {
      const own = moved.get(number);
      if (own === undefined) return call('PUT', `${pulls}/${number}/merge`, {});
      return mergeSecond(number, own);
    },
  };
}
