/** Numbers that a test or its tool reports itself: what they may be called, and what becomes of several. */
import type { Annotations, Metric, Spread } from './documents.ts';
import { builtInMetrics } from './metrics.ts';
import { readUnit } from './units.ts';

export const numberLimits = {
  nameLength: 60,
  /** Different names in one execution; each may become four metrics. */
  names: 40,
  /** Values in one execution, and values that an SDK keeps until it can send them. */
  values: 1_000_000,
  /** The largest value. */
  largest: 1e300,
} as const;

/** Why the record of a number says that it comes from the test itself. */
export const recordedSource = 'record';

export type Fold = 'mean' | 'min' | 'max' | 'sum' | 'distribution';

/** Without a word in perigee.yml, so many values are a distribution, and fewer are their mean. */
export const valuesOfDistribution = 100;

/** A number, in our units. */
export interface NumberMeaning {
  unit: Metric['unit'];
  unitName?: string;
  direction: Metric['direction'];
  /** The factor from the written unit to ours. */
  factor: number;
}

/** A number as perigee.yml declares it. */
interface NumberDeclaration extends NumberMeaning {
  fold?: Fold;
}

/** By name. */
export type NumberDeclarations = ReadonlyMap<string, NumberDeclaration>;

/** One number that a tool printed, of one benchmark. */
export interface ReportedNumber {
  /** The benchmark; absent where the number is of the whole test. */
  span?: string;
  annotations?: Annotations;
  /** As its tool's adapter names it, e.g. `time`. */
  metric: string;
  value: number;
  /** As people write it: `ns`, `bytes`, `ops/s`. */
  unit: string;
  direction: Metric['direction'];
  spread?: Spread;
}

const namePattern = /^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)*$/;
const unitPattern = /^[A-Za-z%µ][A-Za-z0-9%µ/-]*( [A-Za-z0-9%µ/-]+)*$/;
const tailNames = /\.(p50|p90|p99|max|p10|p1|min)$/;
const longestUnit = 24;
const ownGroups = new Set([
  ...builtInMetrics.map(({ name }) => name.split('.')[0] ?? ''),
  'syscalls',
]);
const quoted = (text: string): string => JSON.stringify(text.slice(0, numberLimits.nameLength));

/** @returns what is wrong with the name of a number, or undefined */
export function refuseNumberName(name: unknown): string | undefined {
  if (typeof name !== 'string') return 'the name of a number is text';
  if (name.length > numberLimits.nameLength) {
    return `the name ${quoted(name)}... has ${name.length} characters, at most ${numberLimits.nameLength} are allowed`;
  }
  if (!namePattern.test(name)) {
    return `the name ${quoted(name)} is not allowed: small letters, digits, _ and dots between words, e.g. cache.misses`;
  }
  if (ownGroups.has(name.split('.')[0] ?? '')) {
    return `the name ${quoted(name)} is one of Perigee's own metrics: choose another one`;
  }
  if (tailNames.test(name)) {
    return `the name ${quoted(name)} ends as the metrics of a distribution do: choose another one`;
  }
  return undefined;
}

/** @returns what is wrong with a unit, or undefined */
export function refuseUnit(unit: unknown): string | undefined {
  if (unit === '' || (typeof unit === 'string' && readUnit(unit).unit !== 'count'))
    return undefined;
  if (typeof unit === 'string' && unit.length <= longestUnit && unitPattern.test(unit)) {
    return undefined;
  }
  return `a unit is text of at most ${longestUnit} letters, digits, % / and hyphens, e.g. ms, kB, ops/s`;
}

/** @returns what is wrong with a value, or undefined */
export function refuseValue(value: unknown): string | undefined {
  if (typeof value === 'number' && value >= 0 && value <= numberLimits.largest) return undefined;
  return 'a value is a finite number, 0 or more';
}

/** A rate is better the higher it is, everything else the lower. */
function usualDirection(unit: string): Metric['direction'] {
  return unit.endsWith('/s') ? 'higher' : 'lower';
}

/** Reads a unit and a direction as people write them. */
export function readMeaning(unit = '', direction?: Metric['direction']): NumberMeaning {
  const { value, unit: ours, unitName } = readUnit(unit);
  return {
    unit: ours,
    unitName,
    direction: direction ?? usualDirection(unit),
    factor: value,
  };
}

/** The metrics of a distribution, with the share of the values below each: the tail is on the worse side. */
export function tailsOf(direction: Metric['direction']): readonly (readonly [string, number])[] {
  return direction === 'lower'
    ? [
        ['p50', 0.5],
        ['p90', 0.9],
        ['p99', 0.99],
        ['max', 1],
      ]
    : [
        ['p50', 0.5],
        ['p10', 0.1],
        ['p1', 0.01],
        ['min', 0],
      ];
}

/** `request_time.p99` → `request_time`: the number that a metric is part of; undefined for one by itself. */
export function distributionOf(metric: string): string | undefined {
  return tailNames.test(metric) ? metric.replace(tailNames, '') : undefined;
}

/** The shares at which a spread holds its values. */
export const spreadShares: readonly number[] = [
  0, 0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 0.999, 1,
];

/** How the record describes a metric that Perigee did not measure itself. */
export function describeNumber(name: string, meaning: NumberMeaning, source: string): Metric {
  const { unit, unitName, direction } = meaning;
  return {
    name,
    unit,
    unitName,
    direction,
    kind: 'gauge',
    source,
    scope: 'process',
    exactness: 'exact',
  };
}
