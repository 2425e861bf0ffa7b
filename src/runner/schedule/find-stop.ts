import type { Outcome, Problem, Profile, Side } from '../../contract/documents.ts';

/** A second timeout says all that a third would; a test that always hangs must still come to an end. */
const timeoutsAtMost = 2;
const failuresInARowAtMost = 2;

/**
 * Why a test gets no more pairs, if so.
 * @param profiles of that test, in the order of their pairs
 * @param pair only earlier pairs count: a pair that was begun is finished
 * @param sides those that are measured
 */
export function findStop(
  profiles: readonly Profile[],
  pair: number,
  sides: readonly Side[],
): (Problem & { test: string }) | undefined {
  const earlier = profiles.filter(({ repeat }) => repeat < pair);
  const last = earlier.at(-1);
  if (last === undefined) return undefined;
  const unstartable = findUnstartable(last.test, earlier, sides);
  if (unstartable !== undefined) return unstartable;
  const stops = sides.flatMap((side) => {
    const why = explainStop(earlier.filter((profile) => profile.side === side));
    return why === undefined ? [] : [{ side, why }];
  });
  const [first, second] = stops;
  if (first === undefined) return undefined;
  const number = last.repeat + 1;
  const message =
    sides.length === 1
      ? `no more repeats after repeat ${number}: it ${first.why}`
      : `no more pairs after pair ${number}: ${stops.map(describe).join(', ')}`;
  return {
    code: 'test-stopped',
    message,
    test: last.test,
    ...(second === undefined ? { side: first.side } : {}),
  };
}

/** Why a test is not measured at all when no side of a pair, or of a warm-up, could be started. */
export function findUnstartable(
  test: string,
  executions: readonly { side: Side; outcome: Outcome }[],
  sides: readonly Side[],
): (Problem & { test: string }) | undefined {
  const refused = executions.filter(({ outcome }) => outcome.status === 'not-started');
  const [first] = refused;
  const refusedSides = new Set(refused.map(({ side }) => side));
  if (first === undefined || refusedSides.size < sides.length) return undefined;
  const why = first.outcome.message === undefined ? '' : `: ${first.outcome.message.slice(0, 500)}`;
  const where = sides.length === 1 ? '' : ' on either side';
  const message = `it could not be started${where}${why}; it is not measured`;
  return { code: 'test-not-started', message, test };
}

function explainStop(profiles: readonly Profile[]): string | undefined {
  const timeouts = profiles.filter(({ outcome }) => outcome.status === 'timed-out').length;
  if (timeouts >= timeoutsAtMost) return `timed out ${timeouts} times`;
  const tail = profiles.slice(-failuresInARowAtMost);
  const allBad = tail.every(({ outcome }) => outcome.status !== 'passed');
  return tail.length === failuresInARowAtMost && allBad
    ? `failed ${failuresInARowAtMost} times in a row`
    : undefined;
}

function describe({ side, why }: { side: Side; why: string }): string {
  return `the ${side} side ${why}`;
}
