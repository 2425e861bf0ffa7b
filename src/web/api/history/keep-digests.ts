import { setImmediate as breathe, setTimeout as pause } from 'node:timers/promises';
import { stepThroughOddMachines, summarizeSeries } from '../../../history/summarize-history.ts';
import type { StoreReader } from '../../../store/series-store.ts';
import type { VerdictOf } from '../compare-sides.ts';
import { type Catalogue, isShort, type ListedSeries } from '../repository/catalogue.ts';
import {
  digestRuns,
  digestSeries,
  type FollowedSeries,
  followSeries,
  isJudgedSince,
  type SeriesDigest,
} from './follow-series.ts';

/** After an answer the next request may be on its way. While readers come and come, one step goes between them. */
const quietMs = 250;
const longestWayMs = 500;
/** Builds that the digest of a series is made of. */
export const usualBuilds = 2_000;
/** Series of a suite that tell which machines were off: all series of a run share its machine. */
const mostWitnesses = 30;
/** After some work as many times its duration is rest, unless a series was never worked out: builds come all day. */
const restsFor = 5;
/** Until an answer comes without what is short and still not worked out. */
const patienceMs = 1_000;
/** Readers meanwhile see what there is by then, and not every single step. */
const publishEveryMs = 3_000;

/** The builds of a suite when it was worked out. */
interface KeptSuite {
  builds: string;
  odd: ReadonlySet<string>;
}

interface KeptSeries {
  builds: string;
  digest: SeriesDigest;
}

/** The digests of a repository. Plain data, so that it can be kept in a file. */
export interface KeptDigests {
  suites: Map<string, KeptSuite>;
  /** By the id of the series. */
  series: Map<string, KeptSeries>;
}

export interface Digests {
  find(this: void, id: string): SeriesDigest | undefined;
  /**
   * Not worked out yet, or worked out without the newest builds while the work on these goes on. While the work rests,
   * it counts as worked out.
   */
  isPending(this: void, id: string): boolean;
  /** Runs of a suite whose machine was off. */
  oddRuns(this: void, suite: string): ReadonlySet<string>;
  /** Differs where any of the above may. */
  stamp(this: void): string;
}

export interface DigestsOfRepository extends Digests {
  /** Works out what is new, beside other work; does nothing where nothing is. */
  follow(catalogue: Catalogue): void;
  /** Resolves when nothing is left to work out, where that is soon: no change can show yet. Else at once. */
  soon(): Promise<void>;
  /** Resolves when nothing is left to work out. @throws what the last work failed with, such as StoreUnavailable */
  settled(): Promise<void>;
  /** Ends the work after its current step, and keeps what it came to. */
  stop(): void;
}

/** One repository after the other: the work on one may hold a quarter of the heap. */
export type InTurn = (work: () => Promise<void>) => Promise<void>;

/**
 * @param keep called with what there is whenever something was new and all of it is worked out
 * @param note called whenever nothing is left to work out
 */
export function keepDigests(
  reader: StoreReader,
  known: KeptDigests,
  {
    inTurn,
    fail,
    keep,
    note,
    verdictsOf,
  }: {
    inTurn: InTurn;
    verdictsOf(of: Catalogue): VerdictOf;
    fail(error: unknown): void;
    keep(kept: KeptDigests): void;
    note(kept: KeptDigests, of: Catalogue): void;
  },
): DigestsOfRepository {
  let newest: Catalogue | undefined;
  let work: Promise<void> | undefined;
  let failure: unknown;
  let generation = 0;
  let publishedMs = 0;
  let restsUntilMs = 0;
  let askedMs = 0;
  /** Work begins when that of other repositories has ended. */
  let isBegun = false;
  let hasWaited = false;
  const publish = (isDone: boolean): void => {
    const nowMs = performance.now();
    if (!isDone && nowMs - publishedMs < publishEveryMs) return;
    publishedMs = nowMs;
    generation += 1;
  };
  return {
    find: (id) => known.series.get(id)?.digest,
    isPending: (id) => {
      const builds = known.series.get(id)?.builds;
      if (builds === undefined) return true;
      const suite = newest?.series.get(id)?.name.suite;
      return work !== undefined && suite !== undefined && builds !== newest?.digests.get(suite);
    },
    oddRuns: (suite) => known.suites.get(suite)?.odd ?? new Set(),
    stamp: () => `${generation}${work === undefined ? '' : ' and at work'}`,
    settled: async () => {
      await work;
      if (failure !== undefined) throw failure as Error;
    },
    soon: async () => {
      if (work === undefined || hasWaited || newest === undefined || !isShort(newest)) return;
      // Where no other work is under way, it begins by then.
      await breathe();
      if (!isBegun) return;
      await Promise.race([work, pause(patienceMs, undefined, { ref: false })]);
      hasWaited = true;
    },
    stop: () => {
      newest = undefined;
    },
    follow: (catalogue) => {
      newest = catalogue;
      askedMs = performance.now();
      const isNew = [...catalogue.series.keys()].some((id) => !known.series.has(id));
      if (!isNew && !isShort(catalogue) && performance.now() < restsUntilMs) return;
      if (work !== undefined) return;
      failure = undefined;
      [isBegun, hasWaited] = [false, false];
      // Callers that wait get the error; a request only finds less than there will be, and asks for it again.
      work = inTurn(workAll)
        .catch((error: unknown) => {
          failure = error;
          fail(error);
        })
        .finally(() => (work = undefined));
    },
  };

  /** Requests come first: during a step none is answered. */
  async function giveWay(of: Catalogue): Promise<void> {
    if (isShort(of)) return breathe();
    const untilMs = performance.now() + longestWayMs;
    do await pause(5);
    while (performance.now() < Math.min(untilMs, askedMs + quietMs));
  }

  async function workAll(): Promise<void> {
    isBegun = true;
    let isChanged = false;
    const fromMs = performance.now();
    let of: Catalogue | undefined;
    while (newest !== undefined && of !== newest) {
      of = newest;
      for (const [suite, builds] of of.digests) {
        if (await workSuite(of, suite, builds)) isChanged = true;
      }
    }
    if (isChanged) {
      const nowMs = performance.now();
      restsUntilMs = nowMs + restsFor * (nowMs - fromMs);
      publish(true);
      keep(known);
    }
    if (of !== undefined && of === newest) note(known, of);
  }

  async function workSuite(of: Catalogue, suite: string, builds: string): Promise<boolean> {
    const own = [...of.series.values()].filter(({ name }) => name.suite === suite);
    const verdictOf = verdictsOf(of);
    const stale = own.filter(({ name }) => {
      const kept = known.series.get(name.id);
      return kept?.builds !== builds || isJudgedSince(kept.digest, name, of, verdictOf);
    });
    if (stale.length === 0) return false;
    if (of !== newest) return false;
    if (known.suites.get(suite)?.builds !== builds) {
      const odd = await findOdd(of, chooseWitnesses(own));
      known.suites.set(suite, { builds, odd });
    }
    const { odd } = known.suites.get(suite) as KeptSuite;
    for await (const { builds: own, one, request } of readAhead(of, stale)) {
      if (of !== newest) break;
      const digest =
        request === undefined
          ? digestRuns(own, one, verdictOf)
          : digestSeries(summarizeSeries(request, odd), one, of.order);
      known.series.set(one.name.id, { builds, digest });
      publish(false);
      await giveWay(of);
    }
    return true;
  }

  /** While one series is worked out, a store elsewhere reads the next one. */
  async function* readAhead(
    of: Catalogue,
    series: readonly ListedSeries[],
  ): AsyncGenerator<FollowedSeries & { one: ListedSeries }> {
    const read = (one: ListedSeries | undefined) => {
      const reading = one && followSeries(reader, of, one, usualBuilds);
      // Whether it failed counts when its turn comes, and that may be never.
      reading?.catch(() => undefined);
      return reading;
    };
    let next = read(series[0]);
    for (const [i, one] of series.entries()) {
      const followed = await next;
      next = read(series[i + 1]);
      if (followed !== undefined) yield { ...followed, one };
    }
  }

  async function findOdd(
    of: Catalogue,
    witnesses: readonly ListedSeries[],
  ): Promise<ReadonlySet<string>> {
    const followed = [];
    for await (const { request } of readAhead(of, witnesses)) {
      if (request !== undefined) followed.push(request);
      await giveWay(of);
    }
    const steps = stepThroughOddMachines(followed);
    for (;;) {
      const step = steps.next();
      if (step.done === true) return step.value;
      await breathe();
    }
  }
}

function chooseWitnesses(series: readonly ListedSeries[]): ListedSeries[] {
  const every = Math.max(1, series.length / mostWitnesses);
  return series.filter((_, i) => Math.floor(i / every) !== Math.floor((i - 1) / every));
}
