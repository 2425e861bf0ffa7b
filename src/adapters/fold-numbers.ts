import type { Annotations, Metric, SpanProfile, Spread } from '../contract/documents.ts';
import { wholeTestSpan } from '../contract/execution.ts';
import {
  describeNumber,
  distributionOf,
  numberLimits,
  readMeaning,
  refuseNumberName,
  refuseUnit,
  refuseValue,
  type NumberMeaning,
} from '../contract/numbers.ts';
import { annotationKey, reservedKeys } from '../contract/series-key.ts';
import { formatQuantity, shownUnit } from '../contract/units.ts';
import type { Measured } from './adapter.ts';
import { ResultsFault } from './results-fault.ts';
import { spreadOf } from './spread.ts';

export const mostBenchmarks = 10_000;
const limits = {
  spans: mostBenchmarks,
  name: 200,
  key: 64,
  value: 256,
  annotations: 16,
  identity: 10_000,
} as const;

interface Folding {
  /** As the tool names it, so that two that are cut to one are not taken for repeats. */
  identity: string;
  span: string;
  annotations: Annotations;
  numbers: Map<string, { values: number[]; spread?: Spread }>;
}

/**
 * The numbers of a tool as spans: one for each benchmark and its parameters. What the tool repeated within
 * this execution is one value, the mean, with its spread as evidence.
 * @throws ResultsFault for more benchmarks, metrics or numbers than an execution may have, as soon as they are
 * read, and for two benchmarks or metrics that have one name, or would have it
 */
export function foldNumbers(
  numbers: Iterable<Measured>,
  source: string,
): { spans: SpanProfile[]; metrics: Metric[] } {
  const spans = new Map<string, Folding>();
  const metrics = new Map<string, Metric>();
  const written = new Map<string, string>();
  const meanings = new Map<string, NumberMeaning>();
  // Numbers of one benchmark follow each other and share their annotations.
  let last: { of: Measured; folding: Folding } | undefined;
  let count = 0;
  for (const number of numbers) {
    const { metric, unit, direction, value } = number;
    const meaning = meanings.get(`${unit}\n${direction}`) ?? readMeaning(unit, direction);
    meanings.set(`${unit}\n${direction}`, meaning);
    count += 1;
    if (count > numberLimits.values) {
      throw new ResultsFault(`more than ${numberLimits.values} numbers`);
    }
    refuseUnfit(number);
    const known = metrics.get(metric);
    const first = written.get(metric) ?? number.written ?? metric;
    if (known === undefined) {
      metrics.set(metric, describeNumber(metric, meaning, source));
      written.set(metric, first);
    } else if (first !== (number.written ?? metric)) {
      throw new ResultsFault(
        `the metrics ${quote(first)} and ${quote(number.written ?? metric)} both become ${metric}: rename one`,
      );
    } else if (known.unit !== meaning.unit || known.direction !== direction) {
      throw new ResultsFault(`${metric} is in ${unit}, and elsewhere in another unit`);
    }
    if (metrics.size > numberLimits.names) {
      throw new ResultsFault(`more than ${numberLimits.names} different metrics`);
    }
    const isSame = last?.of.span === number.span && last?.of.annotations === number.annotations;
    if (last === undefined || !isSame) {
      last = { of: number, folding: findSpan(spans, number) };
    }
    const { numbers: own } = last.folding;
    const entry = own.get(metric) ?? { values: [] };
    own.set(metric, entry);
    const [before] = entry.values;
    const measured = Math.min(value * meaning.factor, numberLimits.largest);
    if (before !== undefined && number.isRepeat !== true) {
      const described = describeNumber(metric, meaning, source);
      throw refuseSecond(last.folding, described, [before, measured]);
    }
    entry.values.push(measured);
    if (number.spread !== undefined) entry.spread = scaleSpread(number.spread, meaning.factor);
  }
  return { spans: [...spans.values()].map(describeSpan), metrics: [...metrics.values()] };
}

/** Whatever an adapter lets through: a record must not hold it. */
function refuseUnfit({ metric, unit, value }: Measured): void {
  // A tool's own percentiles, such as time.p99, are metrics by themselves.
  const fault =
    refuseNumberName(distributionOf(metric) ?? metric) ??
    refuseUnit(unit) ??
    (Number.isFinite(value) && value >= 0 ? undefined : refuseValue(Number.NaN));
  if (fault !== undefined) throw new ResultsFault(`${metric.slice(0, 60)}: ${fault}`);
}

/** It is unknown which of two values is meant: their mean would hide both. */
function refuseSecond({ identity }: Folding, metric: Metric, values: number[]): ResultsFault {
  const [first, second] = values.map((value) => formatQuantity(value, shownUnit(metric)));
  return new ResultsFault(
    `two benchmarks are called ${quote(identity)}, one with ${metric.name} ${first} and one with ${second}: rename one`,
  );
}

const quote = (text: string): string => JSON.stringify(text.slice(0, 300));

function findSpan(spans: Map<string, Folding>, number: Measured): Folding {
  const raw = number.span ?? wholeTestSpan;
  const span = cleanName(raw);
  const annotations = cleanAnnotations(number.annotations ?? {});
  const key = `${span}\u0000${annotationKey(annotations)}`;
  const parameters = annotationKey(number.annotations ?? {});
  const identity = parameters === '[]' ? raw : `${raw} ${parameters}`;
  if (identity.length > limits.identity) {
    throw new ResultsFault(
      `${quote(raw.slice(0, 60))} has ${identity.length} characters with its parameters, at most ${limits.identity} are allowed`,
    );
  }
  const known = spans.get(key) ?? { identity, span, annotations, numbers: new Map() };
  if (known.identity !== identity) {
    throw new ResultsFault(
      `the benchmarks ${quote(known.identity)} and ${quote(identity)} cannot be told apart by the ` +
        `${limits.name} characters of a name and the ${limits.value} of a parameter: rename one`,
    );
  }
  spans.set(key, known);
  if (spans.size > limits.spans) throw new ResultsFault(`more than ${limits.spans} benchmarks`);
  return known;
}

function describeSpan({ span, annotations, numbers }: Folding): SpanProfile {
  const values: Record<string, number> = {};
  const spreads: Record<string, Spread> = {};
  for (const [metric, { values: repeated, spread }] of numbers) {
    values[metric] = repeated.reduce((sum, value) => sum + value / repeated.length, 0);
    const found = repeated.length > 1 ? spreadOf(repeated).spread : spread;
    if (found !== undefined) spreads[metric] = found;
  }
  const described = { span, annotations, occurrences: 1, values };
  return Object.keys(spreads).length === 0 ? described : { ...described, spreads };
}

function scaleSpread({ count, deviation, quantiles }: Spread, factor: number): Spread {
  const scale = (value: number): number => Math.min(value * factor, numberLimits.largest);
  return {
    count,
    ...(deviation === undefined ? {} : { deviation: scale(deviation) }),
    ...(quantiles === undefined ? {} : { quantiles: quantiles.map(scale) }),
  };
}

/** Names are kept as they are, as far as a span may have them. */
export function cleanName(name: string): string {
  const plain = name
    .slice(0, 4 * limits.name)
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, limits.name);
  return plain.toWellFormed() || 'unnamed';
}

function cleanAnnotations(annotations: Annotations): Annotations {
  const kept: [string, Annotations[string]][] = [];
  for (const [key, value] of Object.entries(annotations).slice(0, limits.annotations)) {
    const plain = key
      .slice(0, 4 * limits.key)
      .replaceAll(/[^A-Za-z0-9_.-]+/g, '_')
      .slice(0, limits.key - 2);
    const isFree = /^[A-Za-z_]/.test(plain) && plain !== '__proto__' && !reservedKeys.has(plain);
    const text = typeof value === 'string' ? value.slice(0, limits.value).toWellFormed() : value;
    kept.push([isFree ? plain : `p_${plain}`, text]);
  }
  return Object.fromEntries(kept);
}
