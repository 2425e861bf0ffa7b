import type { ReportedNumber } from '../contract/numbers.ts';
import { refuseUnit } from '../contract/numbers.ts';
import { readUnit } from '../contract/units.ts';
import {
  requireJudged,
  refuseEmpty,
  type Adapter,
  type LeaveOut,
  type Measured,
} from './adapter.ts';
import { requireJson, type Json } from './json.ts';
import { isRate, nameMetric, nameUnit } from './name-metric.ts';

/** A list of `{ name, unit, value }`, as github-action-benchmark takes it. */
function customFormat(name: string, direction: 'lower' | 'higher'): Adapter {
  return {
    name,
    // Both look the same: which way is better stands in perigee.yml alone.
    detects: () => false,
    read(output, leaveOut) {
      const numbers = requireJson(output).flatMap((one): Measured[] => {
        const unit = readWritten(one.get('unit').maybeText() ?? '');
        const span = one.get('name').text();
        const value = requireJudged(one.get('value'), span, 'value', leaveOut);
        return value === undefined ? [] : [{ span, unit, direction, ...nameByUnit(unit), value }];
      });
      return refuseEmpty(numbers, 'entry');
    },
  };
}

export const smallerIsBetter = customFormat('customSmallerIsBetter', 'lower');
export const biggerIsBetter = customFormat('customBiggerIsBetter', 'higher');

const ownMetrics = new Set(['time', 'size']);

function nameByUnit(unit: string): Pick<Measured, 'metric' | 'written'> {
  const { unit: ours } = readUnit(unit);
  if (ours === 'ns') return { metric: 'time' };
  if (ours === 'bytes') return { metric: 'size' };
  return { metric: nameMetric(unit === '' ? 'value' : unit, ownMetrics), written: unit };
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

const ownMeasures = new Set(Object.values(measures).map(({ metric }) => metric));

/** Bencher Metric Format: benchmark → measure → value. */
export const bencher: Adapter = {
  name: 'bencher',
  detects: ({ json }) => json !== undefined && isBencher(json),
  read(output, leaveOut) {
    return refuseEmpty(readMeasures(requireJson(output), leaveOut), 'benchmark');
  },
};

function* readMeasures(json: Json, leaveOut: LeaveOut): Generator<Measured> {
  for (const [span, found] of json.entries()) {
    for (const [measure, metric] of found.entries()) {
      const known = Object.hasOwn(measures, measure) ? measures[measure] : undefined;
      const meaning = known ?? {
        ...{ metric: nameMetric(measure, ownMeasures), written: measure },
        ...{ unit: '', direction: isRate(measure) ? ('higher' as const) : ('lower' as const) },
      };
      const value = requireJudged(metric.get('value'), span, measure, leaveOut);
      if (value !== undefined) yield { span, ...meaning, value };
    }
  }
}

function isBencher(json: Json): boolean {
  return json.isObjectOf((benchmark) => benchmark.isObjectOf((one) => one.has('value')));
}
