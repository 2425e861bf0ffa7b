import { numberLimits, refuseNumberName, refuseUnit, refuseValue } from '../../contract/numbers.ts';
import type { Connection } from './connection.ts';
import { shareInProcess } from './share-in-process.ts';

/** The meaning of a number. Said once, at its first value, or in perigee.yml. */
export interface NumberOptions {
  /** A time (ns, us, ms, s), bytes (B, kB, MB, KiB, MiB), or any other unit, e.g. ops/s. */
  unit?: string;
  /** Which way is better: higher by itself for a unit that ends in /s, otherwise lower. */
  direction?: 'lower' | 'higher';
}

/** Values that were counted already: `counts[i]` of them are `values[i]`; a count may be 0. */
export interface Histogram {
  values: readonly number[];
  counts: readonly number[];
}

interface Kept {
  values: number[];
  counts?: number[];
  distribution: boolean;
  left: number;
}

/** The values of one number, on their way to the collector. */
interface Batch {
  head: object;
  kept: Kept;
}

/** So many values of the longest kind fit into one message, beside their counts half as many. */
const valuesPerMessage = 2400;

interface State {
  /** The meaning of each name in this process. */
  meanings: Map<string, NumberOptions>;
  /** How many values wait. */
  waiting: number;
  lastId: number;
  /** Batches that were taken out of the buffers, and that the collector has not all of. */
  unsent: Set<Batch>;
}

const state = shareInProcess('numbers', (): State => ({
  meanings: new Map(),
  waiting: 0,
  lastId: 0,
  unsent: new Set(),
}));
const { meanings, unsent } = state;

function fail(text: string): never {
  throw new TypeError(`Perigee: ${text}`);
}

/** The values of one span, or of the whole test, until they are sent. */
export class NumberBuffer {
  readonly #kept = new Map<string, Kept>();

  keep(name: string, value: number | readonly number[] | Histogram, options?: NumberOptions): void {
    const kept = this.#kept.get(name) ?? this.#open(name, options);
    if (options !== undefined) agree(name, options);
    if (typeof value === 'number') {
      if (!(value >= 0 && value <= numberLimits.largest)) fail(`${name}: ${refuseValue(value)}`);
      if (state.waiting >= numberLimits.values) kept.left += 1;
      else {
        kept.values.push(value);
        kept.counts?.push(1);
        state.waiting += 1;
      }
    } else keepMany(name, kept, value);
  }

  /** Takes everything out to be sent: `sendBatches` sends it, and `listUnsent` names it until then. */
  take(ofSpan: object): Batch[] {
    const batches = [...this.#kept].map(([name, kept]) => ({
      head: { op: 'record', ...ofSpan, name, ...meanings.get(name) },
      kept,
    }));
    this.#kept.clear();
    for (const batch of batches) unsent.add(batch);
    return batches;
  }

  #open(name: string, options: NumberOptions = {}): Kept {
    if (!meanings.has(name)) {
      const refusal = refuseNumberName(name) ?? refuseUnit(options.unit ?? '');
      if (refusal !== undefined) fail(refusal);
      const { unit } = options;
      const direction: string | undefined = options.direction;
      if (direction !== undefined && direction !== 'lower' && direction !== 'higher') {
        fail('the direction of a number is "lower" or "higher"');
      }
      meanings.set(name, { unit, direction });
    }
    const kept: Kept = { values: [], distribution: false, left: 0 };
    this.#kept.set(name, kept);
    return kept;
  }
}

/** Sends what was taken. What the collector refuses stands in the record. */
export async function sendBatches(
  connection: Connection,
  batches: readonly Batch[],
): Promise<void> {
  for (const batch of batches) {
    if (!(await sendBatch(connection, batch))) break;
    forgetBatches([batch]);
  }
  // There is no listener any more.
  forgetBatches(batches);
}

/** They are with the collector, or lost with their span. */
export function forgetBatches(batches: readonly Batch[]): void {
  for (const batch of batches) if (unsent.delete(batch)) state.waiting -= batch.kept.values.length;
}

/** For each number that the collector has not all values of: a message that promises them, without any. */
export function listUnsent(): object[] {
  return [...unsent]
    .filter(({ kept }) => kept.values.length + kept.left > 0)
    .map(({ head, kept }) => {
      const { distribution, left, values } = kept;
      return {
        ...head,
        id: (state.lastId += 1),
        values: [],
        total: values.length,
        distribution,
        left,
      };
    });
}

/** @returns whether the collector is still there */
async function sendBatch(connection: Connection, { head, kept }: Batch): Promise<boolean> {
  const { counts, values, distribution } = kept;
  const size = counts === undefined ? valuesPerMessage : valuesPerMessage / 2;
  let { left } = kept;
  let total = values.length;
  for (let from = 0; from < values.length || left > 0; from += size) {
    const message = {
      ...{ ...head, id: (state.lastId += 1), values: values.slice(from, from + size) },
      ...{ total, distribution, left },
      ...(counts === undefined ? {} : { counts: counts.slice(from, from + size) }),
    };
    left = 0;
    total = 0;
    try {
      if ((await connection.request(message)) === undefined) return false;
    } catch {
      return true;
    }
  }
  return true;
}

function agree(name: string, { unit, direction }: NumberOptions): void {
  const known = meanings.get(name);
  if (unit !== undefined && unit !== known?.unit) {
    fail(`${name} was recorded in ${known?.unit ?? 'no unit'} before, and now in ${unit}`);
  }
  if (direction !== undefined && direction !== known?.direction) {
    fail(`${name} was recorded with another direction before: name the same one each time`);
  }
}

/** Libraries of histograms list their empty buckets too. */
function withoutEmpty(name: string, { values, counts }: Partial<Histogram>): Histogram {
  if (!Array.isArray(values)) fail(`${name}: a value is a number, a list, or values and counts`);
  if (!Array.isArray(counts) || counts.length !== values.length) {
    fail(`${name}: a histogram has one count for each value`);
  }
  if (!counts.every((count) => Number.isSafeInteger(count) && count >= 0)) {
    fail(`${name}: a count is a whole number, 0 or more`);
  }
  const isFull = (_: unknown, place: number): boolean => counts[place] !== 0;
  return { values: values.filter(isFull), counts: counts.filter(isFull) };
}

function keepMany(name: string, kept: Kept, many: readonly number[] | Histogram): void {
  const { values, counts } = Array.isArray(many)
    ? { values: many as readonly number[], counts: undefined }
    : withoutEmpty(name, many as Histogram);
  for (const value of values) {
    const refusal = refuseValue(value);
    if (refusal !== undefined) fail(`${name}: ${refusal}`);
  }
  const taken = Math.min(values.length, numberLimits.values - state.waiting);
  if (counts !== undefined) kept.counts ??= new Array<number>(kept.values.length).fill(1);
  for (let i = 0; i < taken; i += 1) {
    kept.values.push(values[i] as number);
    kept.counts?.push(counts?.[i] ?? 1);
  }
  state.waiting += taken;
  kept.left += values.length - taken;
  kept.distribution = true;
}
