import type { ReportedNumber } from '../contract/numbers.ts';
import { refuseUnit } from '../contract/numbers.ts';
import { readUnit } from '../contract/units.ts';
import { refuseEmpty, type Adapter } from './adapter.ts';
import { requireJson, type Json } from './json.ts';
import { nameMetric, nameUnit } from './name-metric.ts';

/** A list of `{ name, unit, value }`, as github-action-benchmark takes it. */
function customFormat(name: string, direction: 'lower' | 'higher'): Adapter {
  return {
    name,
    // Both look the same: which way is better stands in perigee.yml alone.
    detects: () => false,
    read(output) {
      const numbers = requireJson(output)
        .list()
        .map((one): ReportedNumber => {
          const unit = readWritten(one.get('unit').maybeText() ?? '');
          return {
            ...{ span: one.get('name').text(), unit, direction, value: one.get('value').number() },
            metric: nameByUnit(unit),
          };
        });
      return refuseEmpty(numbers, 'entry');
    },
  };
}

export const smallerIsBetter = customFormat('customSmallerIsBetter', 'lower');
export const biggerIsBetter = customFormat('customBiggerIsBetter', 'higher');

function nameByUnit(unit: string): string {
  const { unit: ours } = readUnit(unit);
  if (ours === 'ns') return 'time';
  return ours === 'bytes' ? 'size' : nameMetric(unit === '' ? 'value' : unit);
}

function readWritten(unit: string): string {
  const plain = unit.trim();
  return refuseUnit(plain) === undefined ? plain : nameUnit(plain);
}

/** Measures of Bencher, in its units; of all others fewer is better. */
const measures: Readonly<Record<string, Pick<ReportedNumber, 'metric' | 'unit' | 'direction'>>> = {
  latency: { metric: 'time', unit: 'ns', direction: 'lower' },
  throughput: { metric: 'throughput', unit: 'ops/s', direction: 'higher' },
  'file-size': { metric: 'file_size', unit: 'bytes', direction: 'lower' },
  'build-time': { metric: 'build_time', unit: 's', direction: 'lower' },
};

/** Bencher Metric Format: benchmark → measure → value. */
export const bencher: Adapter = {
  name: 'bencher',
  detects: ({ json }) => json !== undefined && isBencher(json),
  read(output) {
    const numbers = requireJson(output)
      .entries()
      .flatMap(([span, found]) =>
        found.entries().map(([measure, metric]): ReportedNumber => {
          const known = Object.hasOwn(measures, measure) ? measures[measure] : undefined;
          const meaning = known ?? {
            metric: nameMetric(measure),
            unit: '',
            direction: 'lower' as const,
          };
          return { span, ...meaning, value: metric.get('value').number() };
        }),
      );
    return refuseEmpty(numbers, 'benchmark');
  },
};

function isBencher({ value }: Json): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const benchmarks = Object.values(value as Record<string, unknown>);
  return benchmarks.length > 0 && benchmarks.every(isMeasured);
}

function isMeasured(benchmark: unknown): boolean {
  if (typeof benchmark !== 'object' || benchmark === null || Array.isArray(benchmark)) return false;
  const found = Object.values(benchmark as Record<string, unknown>);
  return (
    found.length > 0 &&
    found.every((one) => typeof one === 'object' && one !== null && 'value' in one)
  );
}
