import type { Annotations } from '../contract/documents.ts';
import { refuseEmpty, readTime, type Adapter } from './adapter.ts';
import { annotationKey } from '../contract/series-key.ts';
import { mostBenchmarks } from './fold-numbers.ts';
import { requireJson, type Json } from './json.ts';
import { withoutAddresses } from './name-metric.ts';
import { spreadOf } from './spread.ts';

/** For an annotation. */
const longestValue = 256;

/** `pytest --benchmark-json`: times in seconds. */
export const pytestBenchmark: Adapter = {
  name: 'pytest-benchmark',
  detects: ({ json }) =>
    json?.get('machine_info').isThere === true && json.get('benchmarks').isList,
  read(output, leaveOut) {
    const all = requireJson(output).get('benchmarks');
    const counts = new Map<string, number>();
    for (const one of all.list()) {
      const key = keyOf(readName(one));
      counts.set(key, (counts.get(key) ?? 0) + 1);
      // No more are read.
      if (counts.size > mostBenchmarks) break;
    }
    const numbers = all.flatMap((one) => {
      const stats = one.get('stats');
      const called = one.get('fullname').text();
      const byValue = readName(one);
      // Values may look the same: only pytest's ID then tells them apart.
      const named = counts.get(keyOf(byValue)) === 1 ? byValue : readName(one, true);
      const spread = spreadOf(
        stats.get('data').numbers(),
        stats.get('rounds').maybeNumber(),
        stats.get('stddev').maybeNumber(),
      );
      return readTime(
        { ...named, unit: 's', ...spread },
        { time: stats.get('median'), called },
        leaveOut,
      );
    });
    return refuseEmpty(numbers, 'benchmark');
  },
};

interface Named {
  span: string;
  annotations: Annotations;
}

function readName(one: Json, isById = false): Named {
  const name = one.get('fullname').text();
  const params = one.get('params');
  const id = readId(one, name);
  return params.isThere
    ? { span: cutId(name, id), annotations: readParams(params, id, isById) }
    : { span: name, annotations: {} };
}

const keyOf = ({ span, annotations }: Named): string => `${span}\n${annotationKey(annotations)}`;

/** The test's ID, which stands in brackets behind its name: `1.0-small`. */
function readId(one: Json, name: string): string {
  return one.get('param').maybeText() ?? /^[^[]*\[(.*)\]$/s.exec(name)?.[1] ?? '';
}

/** Without the parameters, which are annotations. */
function cutId(name: string, id: string): string {
  return name.endsWith(`[${id}]`) ? name.slice(0, -id.length - 2) : name;
}

function readParams(params: Json, id: string, isById: boolean): Annotations {
  const entries = [...params.entries()];
  const parts = id.split('-');
  return Object.fromEntries(
    entries.map(([key, { value }], i): [string, Annotations[string]] => {
      const part = withoutAddresses(parts.length === entries.length ? (parts[i] ?? id) : id);
      if (isById && part !== '') return [key, part];
      // 1 and 1.0 are one number here.
      if (typeof value === 'number') return [key, part === `${value}.0` ? part : value];
      if (typeof value === 'boolean') return [key, value];
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      const isText = identifies(text) && !isShortId(part, { key, text });
      return [key, isText || part === '' ? text : part];
    }),
  );
}

/** A longer text is shown by its ID, if the project gives it one. */
const longestText = 40;

/** Those that pytest makes, `text0`, are places in a list: another text may stand there on the other side. */
function isShortId(part: string, { key, text }: { key: string; text: string }): boolean {
  return (
    text.length > longestText &&
    part.length < text.length &&
    !(part.startsWith(key) && /^\d+$/.test(part.slice(key.length)))
  );
}

/** Long values would be cut, an object has another address or `id` in every execution, and a set another order. */
function identifies(text: string): boolean {
  return (
    text.length <= longestValue &&
    !/ at 0x[\da-f]|UNSERIALIZABLE\[.*(?:\{|\bid=['"]?\d{8})/is.test(text)
  );
}
