/** Numbers with units: read from what people write, and written so that people can read them. */
import type { Metric } from './documents.ts';

export type Unit = Metric['unit'];

export interface Quantity {
  /** In `unit`. */
  value: number;
  unit: Unit;
}

/** The unit of a shown value: one of ours, or the name that a suite gave its counts, e.g. `ops/s`. */
export type ShownUnit = string;

/** The facts needed to draw a metric. */
export interface ShownMetric {
  unit: ShownUnit;
  direction: Metric['direction'];
}

/** The unit that people read after a number of this metric. */
export function shownUnit({ unit, unitName }: Pick<Metric, 'unit' | 'unitName'>): ShownUnit {
  return unit === 'count' ? (unitName ?? unit) : unit;
}

/** Every unit that may be written, with what it is worth in ours. */
const writtenUnits: Readonly<Record<string, Quantity>> = {
  ns: { value: 1, unit: 'ns' },
  us: { value: 1e3, unit: 'ns' },
  µs: { value: 1e3, unit: 'ns' },
  // The Greek letter beside the micro sign above: keyboards give either.
  μs: { value: 1e3, unit: 'ns' },
  ms: { value: 1e6, unit: 'ns' },
  s: { value: 1e9, unit: 'ns' },
  m: { value: 60e9, unit: 'ns' },
  h: { value: 3600e9, unit: 'ns' },
  B: { value: 1, unit: 'bytes' },
  kB: { value: 1e3, unit: 'bytes' },
  MB: { value: 1e6, unit: 'bytes' },
  GB: { value: 1e9, unit: 'bytes' },
  KiB: { value: 2 ** 10, unit: 'bytes' },
  MiB: { value: 2 ** 20, unit: 'bytes' },
  GiB: { value: 2 ** 30, unit: 'bytes' },
};

/** The names of the units that may be written, e.g. for an error. */
export const unitNames: readonly string[] = Object.keys(writtenUnits).filter(
  (name) => name !== 'μs',
);

/** `2ms`, `64 kB`, `100`: the number in ns, bytes or counts; undefined when it is none of these. */
export function parseQuantity(text: string | number): Quantity | undefined {
  if (typeof text === 'number') return asQuantity(text, { value: 1, unit: 'count' });
  const [, digits, name] = /^(\d+(?:\.\d+)?)\s?(\p{L}*)$/u.exec(text) ?? [];
  if (digits === undefined || name === undefined) return undefined;
  if (name === '') return asQuantity(Number(digits), { value: 1, unit: 'count' });
  const unit = Object.hasOwn(writtenUnits, name) ? writtenUnits[name] : undefined;
  return unit && asQuantity(Number(digits), unit);
}

/**
 * Reads a unit as its worth in ours: `ms` → 1e6 ns, `kB` → 1,000 bytes; a count of something for every other name.
 * `min` is a minute here, since a number in `m` never means that.
 */
export function readUnit(name: string): Quantity & { unitName?: string } {
  if (name === '' || name === 'count') return { value: 1, unit: 'count' };
  if (name === 'bytes') return { value: 1, unit: 'bytes' };
  if (name === 'min') return { value: 60e9, unit: 'ns' };
  const known = name !== 'm' && Object.hasOwn(writtenUnits, name) ? writtenUnits[name] : undefined;
  return known ?? { value: 1, unit: 'count', unitName: name };
}

/** Milliseconds since 1970; NaN where it is no date. `Date.parse` alone takes `-3` and `soon 3` for dates, too. */
export function parseHttpDate(text: string): number {
  return /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text) ? Date.parse(text) : Number.NaN;
}

/** `30s` → 30,000,000,000; undefined when it is not a time. */
export function parseDurationNs(text: string): number | undefined {
  const quantity = parseQuantity(text);
  return quantity?.unit === 'ns' ? quantity.value : undefined;
}

/** `5%` → 0.05; undefined when it is not a percentage. */
export function parsePercentage(text: string): number | undefined {
  const [, digits] = /^(\d+(?:\.\d+)?)\s?%$/.exec(text) ?? [];
  if (digits === undefined) return undefined;
  // Dividing keeps 7% at 0.07, which multiplying by 0.01 does not.
  const share = Number(digits) / 100;
  return Number.isFinite(share) ? share : undefined;
}

function asQuantity(number: number, { value, unit }: Quantity): Quantity | undefined {
  const product = number * value;
  return Number.isFinite(product) ? { value: product, unit } : undefined;
}

type Step = readonly [factor: number, name: string];

const steps: Readonly<Record<'ns' | 'bytes', readonly Step[]>> = {
  ns: [
    [1, 'ns'],
    [1e3, 'µs'],
    [1e6, 'ms'],
    [1e9, 's'],
    [60e9, 'min'],
    [3600e9, 'h'],
  ],
  bytes: [
    [1, 'B'],
    [2 ** 10, 'KiB'],
    [2 ** 20, 'MiB'],
    [2 ** 30, 'GiB'],
    [2 ** 40, 'TiB'],
  ],
};

/** Seconds are read more easily than minutes up to here: 90 s, but 2 min. */
const shortestMinutes = 2;

/**
 * A value for people: `1.23 ms`, `4.5 MiB`, `10,000`. Three significant digits unless told
 * otherwise, never fewer than the whole number; the same text on every machine and locale.
 */
export function formatQuantity(value: number, unit: ShownUnit, digits = 3): string {
  if (unit === 'count') return formatNumber(value, digits);
  if (unit !== 'ns' && unit !== 'bytes') {
    return `${formatNumber(value, digits)}${unit === '%' ? '' : ' '}${unit}`;
  }
  const [factor, name] = chooseStep(value, unit, digits);
  return `${formatNumber(value / factor, digits)} ${name}`;
}

/** The unit in which a value reads best, and what one of it is worth in ours: `ms` and 1e6. Plain counts have no name. */
export function chooseScale(value: number, unit: ShownUnit): { factor: number; name: string } {
  if (unit === 'count') return { factor: 1, name: '' };
  if (unit !== 'ns' && unit !== 'bytes') return { factor: 1, name: unit };
  const [factor, name] = chooseStep(value, unit, 3);
  return { factor, name };
}

function chooseStep(value: number, unit: 'ns' | 'bytes', digits: number): Step {
  const scale = steps[unit];
  let chosen = scale[0] as Step;
  for (const step of scale) {
    const least = step[1] === 'min' || step[1] === 'h' ? shortestMinutes : 1;
    // Rounded first, so that 999.9 µs becomes 1 ms and not 1,000 µs.
    if (roundForPeople(Math.abs(value) / step[0], digits) >= least) chosen = step;
  }
  return chosen;
}

/** A share as a signed change: 0.123 → `+12.3%`, -0.05 → `-5.0%`, 0 → `0.0%`. */
export function formatChange(share: number): string {
  return `${share > 0 ? '+' : share < 0 ? '-' : ''}${formatShare(share)}`;
}

/** The size of a share alone: -0.05 → `5.0%`. */
export function formatShare(share: number): string {
  return Number.isNaN(share) ? 'unknown' : `${formatPercentSize(Math.abs(share) * 100)}%`;
}

function formatPercentSize(percent: number): string {
  if (percent === Infinity) return '∞';
  if (percent === 0) return '0.0';
  // A change that an exact count proves must not read as none.
  if (percent < 0.005) return '<0.01';
  if (percent < 0.05) return percent.toFixed(2);
  return percent < 99.95 ? percent.toFixed(1) : formatNumber(Math.round(percent));
}

/** Kept, since making one takes as long as forty uses; made when needed, so that no start waits for it. */
let grouped: Intl.NumberFormat | undefined;

/** `1.23`, `45.6`, `10,000`: three significant digits, never fewer than the whole number. */
export function formatNumber(value: number, digits = 3): string {
  const rounded = roundForPeople(value, digits);
  if (!Number.isFinite(rounded)) return Number.isNaN(rounded) ? 'unknown' : String(rounded);
  if (Math.abs(rounded) >= 1e15) return rounded.toExponential(2).replace('e+', 'e');
  if (rounded === 0) return '0';
  if (Math.abs(rounded) < 1e-3) return rounded.toExponential();
  grouped ??= new Intl.NumberFormat('en-US', { maximumFractionDigits: 6 });
  return grouped.format(rounded);
}

function roundForPeople(value: number, digits: number): number {
  return Math.abs(value) >= 10 ** (digits - 1)
    ? Math.round(value)
    : Number(value.toPrecision(digits));
}
