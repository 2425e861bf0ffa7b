import { expect, test } from 'vitest';
import type { GithubApi } from '../../../bot/src/github/api.ts';
import { listOwnComments } from '../../../bot/src/github/list-own-comments.ts';
import { createGithubClient } from '../../../src/transport/github/create-client.ts';
import { queueWrites } from '../../../src/transport/github/queue-writes.ts';
import { shareBudget } from '../../../src/transport/rest/share-budget.ts';
import { makeClock } from './make-clock.ts';

const place = { installation: 77, owner: 'acme', name: 'sync', id: 1 };
const own = { appId: 12, slug: 'perigee' };

/** GitHub that answers all questions alike. @param keep told of how many characters are kept */
function answerAlways(
  answer: { data: unknown; headers: Record<string, string> },
  { keep, note }: { keep?: (characters: number) => void; note?: () => unknown },
): GithubApi {
  const clock = makeClock();
  const client = createGithubClient({
    apiUrl: 'https://api.github.com',
    sender: {
      ...{ service: 'GitHub', clock },
      send: async () => {
        note?.();
        const text = JSON.stringify(answer.data);
        return { status: 200, headers: new Headers(answer.headers), text };
      },
    },
    credentials: {
      authorize: async () => ({ header: 'Bearer x', account: 77 }),
      discard: () => false,
    },
    asker: 'app',
    writes: queueWrites(clock, 0),
    creations: shareBudget(clock, 'comments'),
    answers: {
      find: () => undefined,
      keep: (_address, _reading, _answer, characters) => keep?.(characters),
    },
    stop: new AbortController().signal,
  });
  return { ...client, appId: 12 };
}

test('what is kept of a conversation is what apps wrote, for anybody can write our marker', async () => {
  const body = `<!-- perigee -->\n${'x'.repeat(60_000)}`;
  const comment = (login: string, type: string) => ({ id: 1, body, user: { login, type } });
  const data = [comment('perigee[bot]', 'Bot'), comment('mallory', 'User'), comment('eve', 'User')];
  const kept: number[] = [];
  const api = answerAlways(
    { data, headers: { etag: '"1"' } },
    { keep: (characters) => void kept.push(characters) },
  );
  expect(await listOwnComments(api, own, place, 3, 'perigee')).toHaveLength(1);
  expect(kept).toHaveLength(1);
  expect(kept[0]).toBeLessThan(61_000);
});

test('of a conversation without an end a hundred pages are read', async () => {
  let asked = 0;
  const link = '<https://api.github.com/x?page=2>; rel="next"';
  const api = answerAlways({ data: [], headers: { link } }, { note: () => (asked += 1) });
  expect(await listOwnComments(api, own, place, 3, 'perigee')).toEqual([]);
  expect(asked).toBe(100);
});
