import type { Annotations } from '../contract/documents.ts';
import { readJudged, refuseEmpty, type Adapter, type LeaveOut, type Measured } from './adapter.ts';
import { annotationKey } from '../contract/series-key.ts';
import { ResultsFault } from './results-fault.ts';
import { requireJson, type Json } from './json.ts';
import { isRate, nameMetric, nameUnit } from './name-metric.ts';
import { spreadOf } from './spread.ts';

/** `-rf json` of JMH, in all of its modes. */
export const jmh: Adapter = {
  name: 'jmh',
  detects: ({ json }) =>
    json?.isEmpty === false &&
    json.isListOf((one) => one.get('primaryMetric').isThere && one.get('mode').isThere),
  read: (output, leaveOut) => refuseEmpty(readAll(requireJson(output), leaveOut), 'benchmark'),
};

function* readAll(json: Json, leaveOut: LeaveOut): Generator<Measured> {
  const profiled = new Set<string>();
  for (const one of json.list()) yield* readBenchmark(one, profiled, leaveOut);
}

const metrics = new Map([
  ['thrpt', 'throughput'],
  ['avgt', 'time'],
  ['sample', 'sampled_time'],
  ['ss', 'single_shot_time'],
]);
const ownMetrics = new Set(metrics.values());

/** @param profiled of a benchmark in several modes, what was counted in the first one is taken */
function readBenchmark(one: Json, profiled: Set<string>, leaveOut: LeaveOut): Measured[] {
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
  // With no operation in the time it had.
  if (main.get('score').notJudged() !== undefined) {
    leaveOut([identity.span, ...Object.values(annotations)].join(' '));
    return [];
  }
  const metric = metrics.get(mode);
  if (metric === undefined)
    throw new ResultsFault(`${one.path}.mode is "${mode.slice(0, 20)}", not a mode of JMH`);
  const secondary = one.get('secondaryMetrics');
  const name = `${identity.span} ${annotationKey(annotations)}`;
  const isFirst = !profiled.has(name);
  profiled.add(name);
  return [
    { ...number(metric, main.get('score')), ...spreadOf(rounds.map((value) => value * factor)) },
    ...(mode === 'sample' && p99.isThere ? [number(`${metric}.p99`, p99)] : []),
    ...(secondary.isThere ? [...secondary.entries()] : [])
      // Percentiles again, of what the main metric has.
      .filter(([name]) => mode !== 'sample' || !/p\d+\.\d+$/.test(name))
      .flatMap(([name, measured]) => readSecondary(identity, name, measured, metric, leaveOut))
      .filter(({ isOfMode }) => isOfMode || isFirst),
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

/** `ops/ms` is a rate; `us/op` is a time. */
function readUnitOf(written: string, mode: string): UnitOfScore {
  const found = findUnit(written);
  if (found !== undefined) return found;
  throw new ResultsFault(`the unit "${written.slice(0, 20)}" of mode ${mode} is none that JMH has`);
}

type UnitOfScore = Pick<Measured, 'unit' | 'direction'> & { factor: number };

function findUnit(written: string): UnitOfScore | undefined {
  const factor = perSecond.get(/^ops\/(\w+)$/.exec(written)?.[1] ?? '');
  if (factor !== undefined) return { unit: 'ops/s', factor, direction: 'higher' };
  const time = /^(\w+)\/op$/.exec(written)?.[1] ?? '';
  if (time === 'day') return { unit: 'h', factor: 24, direction: 'lower' };
  const unit = units.get(time);
  return unit === undefined ? undefined : { unit, factor: 1, direction: 'lower' };
}

/**
 * Yields the metrics of a thread group, of the code's counters, and of a profiler, such as `·gc.alloc.rate.norm` in
 * B/op. One name may be a rate in one mode and a time in another.
 * @param main the metric of the mode
 */
function readSecondary(
  identity: { span: string; annotations: Annotations },
  name: string,
  measured: Json,
  main: string,
  leaveOut: LeaveOut,
): (Measured & { isOfMode: boolean })[] {
  const written = measured.get('scoreUnit').maybeText() ?? '';
  // The allocation rate follows from the allocation of an operation, and from its time; `---` is a text.
  if (written === 'MB/sec' || written === '---') return [];
  const value = readJudged(measured.get('score'), identity.span, name, leaveOut);
  if (value === undefined) return [];
  const shown = written === 'B' ? 'bytes' : nameUnit(written);
  const direction = isRate(written) ? 'higher' : 'lower';
  const found = findUnit(written);
  const { unit, factor, ...meaning } = found ?? ({ unit: shown, factor: 1, direction } as const);
  const isTime = found?.direction === 'lower';
  return [
    {
      ...{ ...identity, ...meaning, unit, value: value * factor },
      metric: nameMetric(isTime ? `${name} ${main}` : name, ownMetrics),
      ...{ written: name, isOfMode: found !== undefined },
    },
  ];
}
