import type {
  Explanation,
  Metric,
  NumberSpread,
  SeriesVerdict,
  StackNode,
  Verdict,
} from '../contract/documents.ts';
import { type SeriesIdentity, seriesKey, spanKey } from '../contract/series-key.ts';
import { type Findings, sortFindings } from './findings.ts';

/** The filter of a reader: the state, with a regression that only warns as one of its own. */
export type ShownState = SeriesVerdict['state'] | 'warning';

/** The data of the page's script. The place of a series in the list is its name in the page. */
export interface PageData {
  metrics: Metric[];
  series: SeriesVerdict[];
  /** For the series above. */
  spreads: NumberSpread[];
  explanations: PageExplanation[];
}

/** The stacks of an explanation, half as long as they are in the verdict. */
export interface PageExplanation extends Pick<Explanation, 'test' | 'of'> {
  names: string[];
  /** The place of its name, that of its caller or -1, and its values. */
  stacks: [name: number, caller: number, before: number, after: number][];
}

/** The id of the element that carries the data in the page. */
export const pageDataId = 'perigee-data';

export function findShownState({ state, blocking }: SeriesVerdict): ShownState {
  return state === 'regressed' && !blocking ? 'warning' : state;
}

/** The worst `limit` series, in the order in which a reader should meet them. */
export function selectSeries(found: Findings, limit: number): SeriesVerdict[] {
  const groups = [
    found.regressions,
    found.warnings,
    found.improvements,
    found.undecided,
    found.noBaseline,
    found.unchanged,
  ];
  const selected: SeriesVerdict[] = [];
  for (const group of groups) selected.push(...group.slice(0, limit - selected.length));
  return selected;
}

export function selectPageData(verdict: Verdict, limit: number): PageData {
  const series = selectSeries(sortFindings(verdict), limit);
  const { explanations = [], metrics, spreads = [] } = verdict;
  const shown = new Set(spreads.length === 0 ? [] : series.map(spanKey));
  return {
    metrics,
    series,
    spreads: spreads.filter((one) => shown.has(spanKey(one))),
    explanations: explanations.map(packStacks),
  };
}

function packStacks({ of, stacks = [], test }: Explanation): PageExplanation {
  const places = new Map<string, number>();
  const packed = stacks.map(
    ({ after, before, caller = -1, name }): [number, number, number, number] => {
      const place = places.get(name) ?? places.size;
      places.set(name, place);
      return [place, caller, before, after];
    },
  );
  return { test, of, names: [...places.keys()], stacks: packed };
}

export function unpackStacks({ names, stacks }: PageExplanation): StackNode[] {
  return stacks.map(([place, caller, before, after]) => {
    const name = names[place] ?? '';
    return caller < 0 ? { name, before, after } : { name, caller, before, after };
  });
}

/** The id of a series on the page of its build: FNV-1a of 64 bits. */
export function anchorOf(series: SeriesIdentity): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(seriesKey(series)))
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return `s-${hash.toString(36)}`;
}
