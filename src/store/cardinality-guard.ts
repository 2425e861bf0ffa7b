import type { BuildKey } from '../contract/documents.ts';
import { openSpanKeys, spanKey } from '../contract/series-key.ts';
import type { BuildPoints, SeriesPoint, SpanIdentity } from './series-point.ts';
import type { Refusal } from './series-store.ts';

/** How many different values one suite may bring. What a store indexes must not grow without end. */
export interface CardinalityLimits {
  /** For one annotation. */
  valuesOfAnnotation: number;
  /** Combinations of test, span, annotations and platform. */
  spans: number;
}

export const defaultLimits: CardinalityLimits = { valuesOfAnnotation: 1_000, spans: 20_000 };

export interface CardinalityGuard {
  /** Takes out the points of spans that would be too many. What is known already is never taken out. */
  admit(builds: readonly BuildPoints[]): Promise<{ builds: BuildPoints[]; refused: Refusal[] }>;
}

export interface GuardOptions {
  limits: CardinalityLimits;
  /** The store's spans of a suite. */
  listSpans: (repository: string, suite: string) => Promise<readonly SpanIdentity[]>;
  /** Milliseconds that only grow. */
  now: () => number;
}

/** After this time, the writes of other processes and the deletions of retention are learned. */
const knownForMs = 10 * 60_000;
const suitesAtMost = 200;

interface KnownSuite {
  untilMs: number;
  spans: Set<string>;
  /** Annotation → its values. */
  values: Map<string, Set<string>>;
}

/** Remembers the spans of the suites that were written of late. */
export function openGuard({ limits, listSpans, now }: GuardOptions): CardinalityGuard {
  const suites = new Map<string, KnownSuite>();
  return {
    async admit(builds) {
      const refused: Refusal[] = [];
      const admitted: BuildPoints[] = [];
      for (const { build, points } of builds) {
        const suite = await learn(build);
        const keyOf = openSpanKeys();
        const own = points.filter((point) => {
          const reason = judge(suite, point, keyOf(point), build.suite, limits);
          if (reason !== undefined) refused.push({ build, point, reason });
          return reason === undefined;
        });
        admitted.push({ build, points: own.length === points.length ? points : own });
      }
      return { builds: admitted, refused };
    },
  };

  async function learn({ repository, suite }: BuildKey): Promise<KnownSuite> {
    const name = JSON.stringify([repository, suite]);
    const known = suites.get(name);
    if (known !== undefined && known.untilMs > now()) return known;
    suites.delete(name);
    const fresh: KnownSuite = { untilMs: now() + knownForMs, spans: new Set(), values: new Map() };
    for (const span of await listSpans(repository, suite)) enter(fresh, span, spanKey(span));
    suites.set(name, fresh);
    const [oldest] = suites.keys();
    if (suites.size > suitesAtMost && oldest !== undefined) suites.delete(oldest);
    return fresh;
  }
}

/** Why a point is one too many; undefined when it may come in, and is known from then on. */
function judge(
  suite: KnownSuite,
  point: SeriesPoint,
  key: string,
  name: string,
  limits: CardinalityLimits,
): string | undefined {
  if (suite.spans.has(key)) return undefined;
  if (suite.spans.size >= limits.spans) {
    return `suite ${JSON.stringify(name)} has more than ${limits.spans} spans (combinations of test, span, annotations and platform)`;
  }
  for (const [annotation, value] of Object.entries(point.annotations)) {
    const values = suite.values.get(annotation);
    if (values === undefined || values.size < limits.valuesOfAnnotation) continue;
    if (values.has(JSON.stringify(value))) continue;
    return `the annotation ${annotation} of suite ${JSON.stringify(name)} has more than ${limits.valuesOfAnnotation} values: do not annotate with values that have no limit`;
  }
  enter(suite, point, key);
  return undefined;
}

function enter(suite: KnownSuite, { annotations }: SpanIdentity, key: string): void {
  suite.spans.add(key);
  for (const [annotation, value] of Object.entries(annotations)) {
    let values = suite.values.get(annotation);
    if (values === undefined) suite.values.set(annotation, (values = new Set()));
    values.add(JSON.stringify(value));
  }
}
