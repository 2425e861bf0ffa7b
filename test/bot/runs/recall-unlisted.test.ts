import { expect, test } from 'vitest';
import { recallUnlisted } from '../../../bot/src/runs/recall-unlisted.ts';
import type { Run } from '../../../bot/src/runs/run.ts';

/** A run that was seen, the younger the larger its number. */
function makeRun(number: number, more: Partial<Run> = {}): Run {
  return {
    ...{ platform: 'github', id: String(number), attempt: 1, head: 'a'.repeat(40) },
    ...{ status: 'completed', createdAtMs: number, url: `https://example.org/${number}` },
    origin: { path: 'ci.yml', event: 'pull_request', headRepositoryId: 7, headBranch: 'fix' },
    ...more,
  };
}

/** Asks a CI that still has some of these runs. */
async function recall(seen: readonly Run[], listed: readonly string[], there: readonly string[]) {
  const asked: string[] = [];
  const recalled = await recallUnlisted(
    seen,
    (id) => listed.includes(id),
    async (id) => {
      asked.push(id);
      return there.includes(id) ? id : undefined;
    },
  );
  return { asked, ...recalled };
}

test('a run that is listed is not asked for, one that is not is recalled', async () => {
  const { asked, there, absent } = await recall([makeRun(1), makeRun(2)], ['2'], ['1']);
  expect([asked, there, absent]).toEqual([['1'], ['1'], []]);
});

test('a run that its CI has no more is over, and is not asked for again', async () => {
  const first = await recall([makeRun(1, { status: 'in-progress' })], [], []);
  expect(first.absent).toMatchObject([{ id: '1', absent: 'deleted', status: 'completed' }]);
  const second = await recall(first.absent, [], []);
  expect(second.asked).toEqual([]);
  expect(second.absent).toEqual(first.absent);
});

test('of many runs the twenty youngest are asked for, and the others count as they were', async () => {
  const seen = Array.from({ length: 25 }, (_, number) => makeRun(number));
  const { asked, absent } = await recall(seen, [], asIds(seen));
  expect(asked).toEqual(asIds(seen.slice(5)).toReversed());
  expect(absent.map(({ id, absent: why }) => [id, why])).toEqual(
    asIds(seen.slice(0, 5)).map((id) => [id, 'not-asked']),
  );
});

function asIds(runs: readonly Run[]): string[] {
  return runs.map(({ id }) => id);
}
