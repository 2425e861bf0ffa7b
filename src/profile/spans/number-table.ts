import { listSome } from '../../contract/count-things.ts';
import type { Metric, Spread } from '../../contract/documents.ts';
import {
  describeNumber,
  numberLimits,
  readMeaning,
  recordedSource,
  spreadShares,
  tailsOf,
  valuesOfDistribution,
  type Fold,
  type NumberDeclarations,
  type NumberMeaning,
} from '../../contract/numbers.ts';
import { quantile, sortWeighted } from '../../stats/weighted-values.ts';
import { BadMessage, type RecordMessage } from './parse-message.ts';

/** The values of one number in one span, of all its occurrences. */
interface Recorded {
  values: number[];
  /** Only once one of them counts more than once. */
  weights?: number[];
  asDistribution: boolean;
  /** Values that were not kept: the rest would be taken for all. */
  left: number;
  /** Values that were announced, and have not come. */
  due: number;
}

/** The numbers of one span, by name. */
export type RecordedNumbers = Map<string, Recorded>;

/** Several values, folded. */
export interface FoldedNumbers {
  values: Record<string, number>;
  spreads: Record<string, Spread>;
}

const namesShown = 10;

/** The names that one execution uses, what they mean, and how many values there may still be. */
export class NumberTable {
  readonly #declared: NumberDeclarations | undefined;
  readonly #meanings = new Map<string, NumberMeaning>();
  readonly #metrics = new Map<string, Metric>();
  #room: number = numberLimits.values;

  /** @param declared what perigee.yml says; every name is taken when absent */
  constructor(declared?: NumberDeclarations) {
    this.#declared = declared;
  }

  /**
   * Adds the values of a message.
   * @throws BadMessage for a name that is not declared, or that means something else here
   */
  add(numbers: RecordedNumbers, message: RecordMessage): void {
    const { name, values, counts } = message;
    const { factor } = this.#agree(message);
    const known = numbers.get(name) ?? { values: [], asDistribution: false, left: 0, due: 0 };
    numbers.set(name, known);
    known.asDistribution ||= message.asDistribution;
    const kept = Math.min(values.length, this.#room);
    this.#room -= kept;
    known.due += message.total - values.length;
    known.left += message.left + values.length - kept;
    if (counts !== undefined) known.weights ??= weightsOf(known);
    for (let i = 0; i < kept; i += 1) {
      known.values.push(Math.min((values[i] as number) * factor, numberLimits.largest));
      known.weights?.push(counts?.[i] ?? 1);
    }
  }

  /**
   * Folds the values for the record.
   * @param report of a number of which not all values were kept
   */
  fold(numbers: RecordedNumbers, report: (message: string) => void): FoldedNumbers {
    const folded: FoldedNumbers = { values: {}, spreads: {} };
    for (const [name, recorded] of numbers) {
      if (recorded.left > 0) {
        report(
          `${recorded.left} values of ${name} are beyond the ${numberLimits.values} that one execution may record, so ${name} is left out: record fewer, or a histogram`,
        );
      } else if (recorded.due > 0) {
        report(
          `not all values of ${name} arrived before the process that recorded them ended, so ${name} is left out: let it end by itself instead of process.exit()`,
        );
      } else if (recorded.values.length > 0) this.#foldOne(folded, name, recorded);
    }
    return folded;
  }

  /** One for each that has become a value. */
  get metrics(): Metric[] {
    return [...this.#metrics.values()];
  }

  #foldOne({ values, spreads }: FoldedNumbers, name: string, recorded: Recorded): void {
    const meaning = this.#meanings.get(name) as NumberMeaning;
    const sorted = sortWeighted(recorded.values, recorded.weights);
    const count = sorted.cumulated.at(-1) ?? 0;
    const isMany = recorded.asDistribution || count >= valuesOfDistribution;
    const fold = this.#declared?.get(name)?.fold ?? (isMany ? 'distribution' : 'mean');
    const take = (metric: string, value: number): void => {
      values[metric] = Math.min(value, numberLimits.largest);
      this.#metrics.set(metric, describeNumber(metric, meaning, recordedSource));
    };
    if (fold === 'distribution') {
      for (const [tail, share] of tailsOf(meaning.direction)) {
        take(`${name}.${tail}`, quantile(sorted, share));
      }
    } else take(name, foldPlainly(recorded, fold));
    if (count > 1) {
      spreads[name] = { count, quantiles: spreadShares.map((share) => quantile(sorted, share)) };
    }
  }

  /** All processes of an execution mean the same by a name. */
  #agree({ name, unit, direction }: RecordMessage): NumberMeaning {
    const declared = this.#declared?.get(name);
    if (this.#declared !== undefined && declared === undefined) {
      throw new BadMessage(
        `perigee.yml declares no number "${name}" under metrics, only ${listSome([...this.#declared.keys()], namesShown)}`,
      );
    }
    const said = readMeaning(unit, direction);
    const known = this.#meanings.get(name) ?? declared;
    if (known === undefined && this.#meanings.size >= numberLimits.names) {
      throw new BadMessage(`a test records at most ${numberLimits.names} different numbers`);
    }
    // A declared meaning need not be repeated at the call; a repeated one has to agree.
    const meaning: NumberMeaning = known === undefined ? said : { ...known, factor: said.factor };
    if (unit === undefined) meaning.factor = known?.factor ?? 1;
    else if (said.unit !== meaning.unit || said.unitName !== meaning.unitName) {
      throw new BadMessage(`"${name}" was recorded in ${unit}, and is otherwise in another unit`);
    }
    if (direction !== undefined && direction !== meaning.direction) {
      throw new BadMessage(
        `"${name}" was recorded with ${direction} as better, and is otherwise better when ${meaning.direction}`,
      );
    }
    if (!this.#meanings.has(name)) {
      this.#meanings.set(name, { ...meaning, factor: known?.factor ?? meaning.factor });
    }
    return meaning;
  }
}

/** Adds the numbers of one occurrence of a span to those of the others. */
export function mergeNumbers(into: RecordedNumbers, from: RecordedNumbers): void {
  for (const [name, more] of from) {
    const known = into.get(name);
    if (known === undefined) {
      into.set(name, more);
      continue;
    }
    if (known.weights !== undefined || more.weights !== undefined) {
      known.weights = [...weightsOf(known), ...weightsOf(more)];
    }
    for (const value of more.values) known.values.push(value);
    known.asDistribution ||= more.asDistribution;
    known.left += more.left;
    known.due += more.due;
  }
}

function weightsOf({ values, weights }: Recorded): number[] {
  return weights ?? new Array<number>(values.length).fill(1);
}

function foldPlainly({ values, weights }: Recorded, fold: Exclude<Fold, 'distribution'>): number {
  let sum = 0;
  let count = 0;
  let low = Infinity;
  let high = 0;
  for (const [i, value] of values.entries()) {
    const weight = weights?.[i] ?? 1;
    sum += value * weight;
    count += weight;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return { sum, mean: sum / count, min: low, max: high }[fold];
}
