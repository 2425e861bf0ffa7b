import type { Elimination } from './eliminate.ts';

/** A positive definite matrix by its diagonal and the entries of its pattern. */
export interface SparseMatrix {
  diagonal: Float64Array;
  entries: Float64Array;
}

export interface Factor {
  /** The solution for a right-hand side. */
  solve(this: void, right: Float64Array): Float64Array;
  /** The diagonal of the inverse: the variances, where the matrix holds precisions. */
  invertDiagonal(this: void): Float64Array;
}

/** LDLᵀ without pivoting: the matrix is positive definite. It is overwritten. */
export function factorize(plan: Elimination, { diagonal, entries }: SparseMatrix): Factor {
  const { order, begins, rows, pairs } = plan;
  const count = order.length;
  const lower = new Float64Array(entries.length);
  let pair = 0;
  for (let step = 0; step < count; step += 1) {
    const inverse = 1 / (diagonal[order[step] as number] as number);
    const end = begins[step + 1] as number;
    for (let k = begins[step] as number; k < end; k += 1) {
      const entry = entries[k] as number;
      const factor = entry * inverse;
      lower[k] = factor;
      add(diagonal, rows[k] as number, -factor * entry);
      for (let m = k + 1; m < end; m += 1, pair += 1) {
        add(entries, pairs[pair] as number, -factor * (entries[m] as number));
      }
    }
  }
  return { solve, invertDiagonal };

  function solve(right: Float64Array): Float64Array {
    const found = right.slice();
    for (let step = 0; step < count; step += 1) {
      const own = found[order[step] as number] as number;
      const end = begins[step + 1] as number;
      for (let k = begins[step] as number; k < end; k += 1) {
        add(found, rows[k] as number, -(lower[k] as number) * own);
      }
    }
    for (let step = count - 1; step >= 0; step -= 1) {
      const node = order[step] as number;
      const end = begins[step + 1] as number;
      let own = (found[node] as number) / (diagonal[node] as number);
      for (let k = begins[step] as number; k < end; k += 1) {
        own -= (lower[k] as number) * (found[rows[k] as number] as number);
      }
      found[node] = own;
    }
    return found;
  }

  /** Computes only the entries of the pattern of the inverse (Takahashi, Fagan and Chin 1973). */
  function invertDiagonal(): Float64Array {
    const inverse = new Float64Array(count);
    const between = new Float64Array(entries.length);
    let last = pairs.length;
    for (let step = count - 1; step >= 0; step -= 1) {
      const from = begins[step] as number;
      const end = begins[step + 1] as number;
      const width = end - from;
      last -= (width * (width - 1)) / 2;
      let at = last;
      for (let k = from; k < end; k += 1) {
        const factor = lower[k] as number;
        add(between, k, -factor * (inverse[rows[k] as number] as number));
        for (let m = k + 1; m < end; m += 1, at += 1) {
          const shared = between[pairs[at] as number] as number;
          add(between, k, -(lower[m] as number) * shared);
          add(between, m, -factor * shared);
        }
      }
      const node = order[step] as number;
      let own = 1 / (diagonal[node] as number);
      for (let k = from; k < end; k += 1) own -= (lower[k] as number) * (between[k] as number);
      inverse[node] = own;
    }
    return inverse;
  }
}

function add(values: Float64Array, at: number, amount: number): void {
  values[at] = (values[at] as number) + amount;
}
