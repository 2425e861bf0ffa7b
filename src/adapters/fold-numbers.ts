import type { Annotations, Metric, SpanProfile, Spread } from '../contract/documents.ts';
import { wholeTestSpan } from '../contract/execution.ts';
import {
  describeNumber,
  numberLimits,
  readMeaning,
  type NumberMeaning,
  type ReportedNumber,
} from '../contract/numbers.ts';
import { annotationKey, reservedKeys } from '../contract/series-key.ts';
import { ResultsFault } from './results-fault.ts';
import { spreadOf } from './spread.ts';

const limits = { spans: 10_000, name: 200, key: 64, value: 256, annotations: 16 } as const;

interface Folding {
  span: string;
  annotations: Annotations;
  numbers: Map<string, { values: number[]; spread?: Spread }>;
}

/**
 * The numbers of a tool as spans: one for each benchmark and its parameters. What the tool repeated within
 * this execution is one value, the mean, with its spread as evidence.
 * @throws ResultsFault for more benchmarks or metrics than an execution may have
 */
export function foldNumbers(
  numbers: readonly ReportedNumber[],
  source: string,
): { spans: SpanProfile[]; metrics: Metric[] } {
  const spans = new Map<string, Folding>();
  const metrics = new Map<string, Metric>();
  const meanings = new Map<string, NumberMeaning>();
  // Numbers of one benchmark follow each other and share their annotations.
  let last: { of: ReportedNumber; folding: Folding } | undefined;
  for (const number of numbers) {
    const { metric, unit, direction, value } = number;
    const meaning = meanings.get(`${unit}\n${direction}`) ?? readMeaning(unit, direction);
    meanings.set(`${unit}\n${direction}`, meaning);
    const known = metrics.get(metric);
    if (known === undefined) metrics.set(metric, describeNumber(metric, meaning, source));
    else if (known.unit !== meaning.unit || known.direction !== direction) {
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
    entry.values.push(Math.min(value * meaning.factor, numberLimits.largest));
    if (number.spread !== undefined) entry.spread = scaleSpread(number.spread, meaning.factor);
  }
  return { spans: [...spans.values()].map(describeSpan), metrics: [...metrics.values()] };
}

function findSpan(spans: Map<string, Folding>, number: ReportedNumber): Folding {
  const span = cleanName(number.span ?? wholeTestSpan);
  const annotations = cleanAnnotations(number.annotations ?? {});
  const key = `${span}\u0000${annotationKey(annotations)}`;
  const known = spans.get(key) ?? { span, annotations, numbers: new Map() };
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
    const plain = key.replaceAll(/[^A-Za-z0-9_.-]+/g, '_').slice(0, limits.key - 2);
    const isFree = /^[A-Za-z_]/.test(plain) && plain !== '__proto__' && !reservedKeys.has(plain);
    const text = typeof value === 'string' ? value.slice(0, limits.value).toWellFormed() : value;
    kept.push([isFree ? plain : `p_${plain}`, text]);
  }
  return Object.fromEntries(kept);
}
