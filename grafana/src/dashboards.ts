import type { Dashboard } from '@grafana/grafana-foundation-sdk/dashboard';
import { canaries } from './canaries.ts';
import { gate } from './gate.ts';
import { ingestion } from './ingestion.ts';
import { overview } from './overview.ts';
import { series } from './series.ts';
import { variability } from './variability.ts';

/** Every dashboard, by the name of its file. */
export function buildDashboards(): Record<string, Dashboard> {
  const built = {
    overview: overview().build(),
    series: series().build(),
    variability: variability().build(),
    canaries: canaries().build(),
    ingestion: ingestion().build(),
    gate: gate().build(),
  };
  for (const dashboard of Object.values(built)) dropUnknown(dashboard);
  return built;
}

/** The SDK fills in fields that Grafana's schema has elsewhere: of intervals, of lists of variables, of older tables. */
function dropUnknown({ panels = [], templating: { list = [] } }: Dashboard): void {
  const variables = list.map((one): object => one);
  const tables = panels.flatMap((one) =>
    'options' in one && one.type === 'table' ? [one.options as object] : [],
  );
  for (const one of variables) drop(one, ['auto', 'auto_min', 'auto_count', 'definition']);
  for (const one of tables) drop(one, ['showTypeIcons', 'footer']);
}

function drop(from: object, names: readonly string[]): void {
  for (const name of names) Reflect.deleteProperty(from, name);
}
