import type { DatabaseSync } from 'node:sqlite';
import type { BuildKey } from '../../contract/documents.ts';
import { annotationKey, spanKey } from '../../contract/series-key.ts';
import type { SpanIdentity } from '../series-point.ts';

export interface NameIds {
  /** The number of a span in the file; it is entered when it is new. */
  spanId(key: Pick<BuildKey, 'repository' | 'suite'>, span: SpanIdentity): number;
  metricSetId(names: readonly string[]): number;
  /** To be called when a transaction was taken back: what was entered in it is not there. */
  forget(): void;
}

const rememberedAtMost = 200_000;

/** Names are stored once; what refers to them has a number. Rows of names are never deleted. */
export function openNameIds(database: DatabaseSync): NameIds {
  const insertSpan = database.prepare(
    `INSERT INTO spans (repository, suite, test, span, platform, annotations)
     VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET span = excluded.span RETURNING id`,
  );
  const insertMetricSet = database.prepare(
    `INSERT INTO metric_sets (names) VALUES (?)
     ON CONFLICT DO UPDATE SET names = excluded.names RETURNING id`,
  );
  const spans = new Map<string, number>();
  const metricSets = new Map<string, number>();
  return {
    spanId({ repository, suite }, span) {
      const key = `${repository}\u0000${suite}\u0000${spanKey(span)}`;
      return remember(spans, key, () => {
        const annotations = annotationKey(span.annotations);
        const names = [repository, suite, span.test, span.span, span.platform, annotations];
        return insertSpan.get(...names);
      });
    },
    metricSetId(names) {
      const text = JSON.stringify(names);
      return remember(metricSets, text, () => insertMetricSet.get(text));
    },
    forget() {
      spans.clear();
      metricSets.clear();
    },
  };
}

function remember(
  known: Map<string, number>,
  key: string,
  enter: () => Record<string, unknown> | undefined,
): number {
  const found = known.get(key);
  if (found !== undefined) return found;
  if (known.size >= rememberedAtMost) known.clear();
  const { id } = enter() as { id: number };
  known.set(key, id);
  return id;
}
