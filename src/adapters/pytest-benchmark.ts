import type { Annotations } from '../contract/documents.ts';
import { refuseEmpty, type Adapter } from './adapter.ts';
import { requireJson, type Json } from './json.ts';
import { spreadFrom, spreadOf } from './spread.ts';

/** `pytest --benchmark-json`: times in seconds. */
export const pytestBenchmark: Adapter = {
  name: 'pytest-benchmark',
  detects: ({ json }) =>
    json?.get('machine_info').isThere === true && json.get('benchmarks').isList,
  read(output) {
    const numbers = requireJson(output)
      .get('benchmarks')
      .flatMap((one) => {
        const stats = one.get('stats');
        const data = stats.get('data').numbers();
        const name = one.get('fullname').text();
        const params = one.get('params');
        return [
          {
            span: params.isThere ? cutParams(name) : name,
            annotations: readParams(params),
            metric: 'time',
            value: stats.get('median').number(),
            unit: 's',
            direction: 'lower' as const,
            ...(data.length > 1
              ? spreadOf(data)
              : spreadFrom(stats.get('rounds').maybeNumber(), stats.get('stddev').maybeNumber())),
          },
        ];
      });
    return refuseEmpty(numbers, 'benchmark');
  },
};

/** Without the parameters, which are annotations. */
function cutParams(name: string): string {
  const place = name.indexOf('[');
  return place < 0 || !name.endsWith(']') ? name : name.slice(0, place);
}

function readParams(params: Json): Annotations {
  if (!params.isThere) return {};
  return Object.fromEntries(
    [...params.entries()].map(([key, { value }]) => {
      const isPlain =
        typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
      return [key, isPlain ? value : JSON.stringify(value)];
    }),
  );
}
