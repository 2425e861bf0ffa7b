import type { SeriesPage, SeriesSummary } from '../answers.ts';
import type { SeriesDigest } from '../history/follow-series.ts';
import type { ListedSeries } from '../repository/catalogue.ts';
import { filterSeries, pageOf } from '../repository/page-of.ts';
import type { RouteContext } from './route.ts';

interface FoundSeries {
  one: ListedSeries;
  digest: SeriesDigest | undefined;
}

export function listSeries({ catalogue, digests, given }: RouteContext): SeriesPage {
  const found = filterSeries(catalogue.series.values(), given)
    .map((one): FoundSeries => ({ one, digest: digests.find(one.name.id) }))
    .filter(({ digest }) => isChanged(digest, given['changed']));
  const keyOf = orders[String(given['order']) as keyof typeof orders];
  // Sorting keeps what is equal in the order of the names.
  const sorted = keyOf === undefined ? found : found.toSorted((a, b) => keyOf(b) - keyOf(a));
  const { items, next } = pageOf(sorted, given, ({ one }) => one.name.id);
  return {
    total: found.length,
    pending: found.filter(({ digest }) => digest === undefined).length,
    series: items.map(summarize),
    next,
  };
}

const orders = {
  name: undefined,
  change: ({ digest }: FoundSeries) => digest?.changes.at(-1)?.atMs ?? 0,
  creep: ({ digest }: FoundSeries) => Math.max(-1, ...(digest?.creep ?? []).map(({ low }) => low)),
} as const;

function isChanged(digest: SeriesDigest | undefined, asked: string | number | undefined): boolean {
  if (asked === undefined) return true;
  const newest = digest?.changes.at(-1);
  if (newest === undefined) return false;
  return asked === 'any' || newest.isWorse === (asked === 'worse');
}

function summarize({ digest, one: { name } }: FoundSeries): SeriesSummary {
  const { changes = [], commits = 0, creep = [], latest, newestRun, recent = [] } = digest ?? {};
  const newestChange = changes.at(-1);
  return {
    ...name,
    ...{ isPending: digest === undefined, commits, recent, changes: changes.length, creep },
    ...(latest === undefined ? {} : { latest }),
    ...(newestRun === undefined ? {} : { newestRun }),
    ...(newestChange === undefined ? {} : { newestChange }),
  };
}
