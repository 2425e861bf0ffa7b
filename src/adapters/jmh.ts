import { refuseEmpty, type Adapter, type Measured } from './adapter.ts';
import { ResultsFault } from './results-fault.ts';
import { requireJson, type Json } from './json.ts';
import { nameMetric, nameUnit } from './name-metric.ts';
import { spreadOf } from './spread.ts';

/** `-rf json` of JMH, in all of its modes. */
export const jmh: Adapter = {
  name: 'jmh',
  detects: ({ json }) =>
    json?.isEmpty === false &&
    json.isListOf((one) => one.get('primaryMetric').isThere && one.get('mode').isThere),
  read: (output) => refuseEmpty(requireJson(output).flatMap(readBenchmark), 'benchmark'),
};

const metrics = new Map([
  ['thrpt', 'throughput'],
  ['avgt', 'time'],
  ['sample', 'sampled_time'],
  ['ss', 'single_shot_time'],
]);
const ownMetrics = new Set(metrics.values());

function readBenchmark(one: Json): Measured[] {
  const params = one.get('params');
  const annotations = params.isThere
    ? Object.fromEntries([...params.entries()].map(([key, value]) => [key, value.text()]))
    : {};
  const identity = { span: one.get('benchmark').text(), annotations };
  const mode = one.get('mode').text();
  const main = one.get('primaryMetric');
  const { unit, factor, direction } = readUnitOf(main.get('scoreUnit').text(), mode);
  const number = (metric: string, value: Json) => ({
    ...{ ...identity, metric, unit, direction },
    value: value.number() * factor,
  });
  const rounds = main.get('rawData').isList
    ? [...main.get('rawData').flatMap((fork) => fork.numbers())]
    : [];
  const percentiles = main.get('scorePercentiles');
  const p99 = percentiles.get('99.0');
  const metric = metrics.get(mode);
  if (metric === undefined)
    throw new ResultsFault(`${one.path}.mode is "${mode.slice(0, 20)}", not a mode of JMH`);
  const secondary = one.get('secondaryMetrics');
  return [
    { ...number(metric, main.get('score')), ...spreadOf(rounds.map((value) => value * factor)) },
    ...(mode === 'sample' && p99.isThere ? [number(`${metric}.p99`, p99)] : []),
    ...(secondary.isThere ? [...secondary.entries()] : [])
      // Percentiles again, of what the main metric has.
      .filter(([name]) => mode !== 'sample' || !/p\d+\.\d+$/.test(name))
      .flatMap(([name, measured]) => readSecondary(identity, name, measured)),
  ];
}

const perSecond = new Map([
  ['ns', 1e9],
  ['us', 1e6],
  ['ms', 1e3],
  ['s', 1],
  ['min', 1 / 60],
  ['hr', 1 / 3600],
  ['day', 1 / 86_400],
]);
const units = new Map([
  ['ns', 'ns'],
  ['us', 'us'],
  ['ms', 'ms'],
  ['s', 's'],
  ['min', 'min'],
  ['hr', 'h'],
]);

/** `ops/ms` is a rate; `us/op` is a time. Secondary metrics have units of their own. */
function readUnitOf(written: string, mode: string) {
  const rate = /^ops\/(\w+)$/.exec(written)?.[1];
  const factor = rate === undefined ? undefined : perSecond.get(rate);
  if (factor !== undefined) return { unit: 'ops/s', factor, direction: 'higher' } as const;
  const time = /^(\w+)\/op$/.exec(written)?.[1] ?? '';
  const unit = units.get(time);
  if (unit === undefined) {
    throw new ResultsFault(
      `the unit "${written.slice(0, 20)}" of mode ${mode} is none that JMH has`,
    );
  }
  return { unit, factor: 1, direction: 'lower' } as const;
}

/** What a profiler counted, such as `·gc.alloc.rate.norm` in B/op. */
function readSecondary(
  identity: Pick<Measured, 'span' | 'annotations'>,
  name: string,
  measured: Json,
): Measured[] {
  const value = measured.get('score').maybeNumber();
  if (value === undefined) return [];
  const unit = nameUnit(measured.get('scoreUnit').maybeText() ?? '');
  return [
    {
      ...identity,
      metric: nameMetric(name, ownMetrics),
      written: name,
      value,
      unit: unit === 'B' ? 'bytes' : unit,
      direction: 'lower',
    },
  ];
}
