import type { Run } from './run.ts';

/**
 * Asks for so many runs that were seen and are not listed: a CI lists the newest alone, so a person who begins many
 * more would have a red one forgotten. Each is a request.
 */
const mostAsked = 20;

export interface Recalled<T> {
  /** Those that its CI has. */
  there: T[];
  absent: Run[];
}

/**
 * The facts that are still known of runs that are not listed. A deleted one is not asked for again.
 * @param seen at this commit, and of this change
 */
export async function recallUnlisted<T>(
  seen: readonly Run[],
  isListed: (id: string) => boolean,
  read: (id: string) => Promise<T | undefined>,
): Promise<Recalled<T>> {
  const there: T[] = [];
  const absent: Run[] = [];
  let asked = 0;
  for (const run of seen
    .filter(({ id }) => !isListed(id))
    .toSorted(byAge)
    .toReversed()) {
    if (run.absent === 'deleted') absent.push(run);
    else if (asked >= mostAsked) absent.push(end(run, 'not-asked'));
    else {
      asked += 1;
      const found = await read(run.id);
      if (found === undefined) absent.push(end(run, 'deleted'));
      else there.push(found);
    }
  }
  return { there, absent: absent.toReversed() };
}

/** No more is known about it. */
function end(run: Run, absent: NonNullable<Run['absent']>): Run {
  return { ...run, absent, status: 'completed' };
}

function byAge(a: Run, b: Run): number {
  return a.createdAtMs - b.createdAtMs;
}
