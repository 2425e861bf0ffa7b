import type { Outcome, Problem, Profile, Side } from '../../contract/documents.ts';

/** A second timeout says all that a third would; a test that always hangs must still come to an end. */
const timeoutsAtMost = 2;
const failuresInARowAtMost = 2;

/**
 * Why a test gets no more pairs, if so.
 * @param profiles of that test, in the order of their pairs
 * @param pair only earlier pairs count: a pair that was begun is finished
 */
export function findStop(
  profiles: readonly Profile[],
  pair: number,
): (Problem & { test: string }) | undefined {
  const earlier = profiles.filter(({ repeat }) => repeat < pair);
  const last = earlier.at(-1);
  if (last === undefined) return undefined;
  const unstartable = findUnstartable(last.test, earlier);
  if (unstartable !== undefined) return unstartable;
  const stops = (['before', 'after'] as const).flatMap((side) => {
    const why = explainStop(earlier.filter((profile) => profile.side === side));
    return why === undefined ? [] : [{ side, why }];
  });
  const [first, second] = stops;
  if (first === undefined) return undefined;
  return {
    code: 'test-stopped',
    message: `no more pairs after pair ${last.repeat + 1}: ${stops.map(describe).join(', ')}`,
    test: last.test,
    ...(second === undefined ? { side: first.side } : {}),
  };
}

/** Why a test is not measured at all when neither side of a pair, or of a warm-up, could be started. */
export function findUnstartable(
  test: string,
  executions: readonly { side: Side; outcome: Outcome }[],
): (Problem & { test: string }) | undefined {
  const refused = executions.filter(({ outcome }) => outcome.status === 'not-started');
  const [first] = refused;
  if (first === undefined || new Set(refused.map(({ side }) => side)).size < 2) return undefined;
  const why = first.outcome.message === undefined ? '' : `: ${first.outcome.message.slice(0, 500)}`;
  const message = `it could not be started on either side${why}; it is not measured`;
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
