/**
 * In which order the unknowns of a sparse symmetric system are eliminated, and which of its entries each
 * elimination touches. It depends on the pattern alone, so that series with the same runs share it.
 */
export interface Elimination {
  /** Unknowns, the first to be eliminated first. */
  order: Int32Array;
  /** The entries of unknown `i` are those from `begins[i]` to `begins[i + 1]`, in the order of `order`. */
  begins: Int32Array;
  /** The other unknown of each entry, which is eliminated later. */
  rows: Int32Array;
  /** For each unknown, for each two of its entries: the entry of their rows. */
  pairs: Int32Array;
  /** The entry that holds the product of two unknowns. */
  entryOf(this: void, a: number, b: number): number;
}

/**
 * Eliminates the unknown with the fewest neighbours first. A chain of commits gains no entries by that, and an
 * anchor only those of the commits around it.
 * @param links two unknowns that appear together in an equation
 */
export function planElimination(
  count: number,
  links: Iterable<readonly [number, number]>,
): Elimination {
  const neighbours = Array.from({ length: count }, () => new Set<number>());
  for (const [a, b] of links) {
    if (a === b) continue;
    (neighbours[a] as Set<number>).add(b);
    (neighbours[b] as Set<number>).add(a);
  }
  const order = new Int32Array(count);
  const begins = new Int32Array(count + 1);
  const rows: number[] = [];
  const next = queueByDegree(neighbours);
  for (let step = 0; step < count; step += 1) {
    const pivot = next.take();
    order[step] = pivot;
    begins[step] = rows.length;
    const own = [...(neighbours[pivot] as Set<number>)];
    rows.push(...own);
    for (const a of own) {
      const others = neighbours[a] as Set<number>;
      others.delete(pivot);
      for (const b of own) if (a !== b) others.add(b);
      next.put(a);
    }
  }
  begins[count] = rows.length;
  return withPairs({ order, begins, rows: Int32Array.from(rows) });
}

/** The unknown with the fewest neighbours; of several, the one that was put there last. */
function queueByDegree(neighbours: readonly ReadonlySet<number>[]): {
  put(node: number): void;
  take(): number;
} {
  const byDegree: number[][] = [];
  const isTaken = new Uint8Array(neighbours.length);
  let least = 0;
  const degreeOf = (node: number): number => (neighbours[node] as ReadonlySet<number>).size;
  const put = (node: number): void => {
    const degree = degreeOf(node);
    (byDegree[degree] ??= []).push(node);
    least = Math.min(least, degree);
  };
  for (let node = neighbours.length - 1; node >= 0; node -= 1) put(node);
  const take = (): number => {
    for (;;) {
      const node = byDegree[least]?.pop();
      if (node === undefined) {
        least += 1;
      } else if (isTaken[node] === 0 && degreeOf(node) === least) {
        isTaken[node] = 1;
        return node;
      }
    }
  };
  return { put, take };
}

function withPairs(found: Pick<Elimination, 'order' | 'begins' | 'rows'>): Elimination {
  const { order, begins, rows } = found;
  const count = order.length;
  const steps = new Int32Array(count);
  order.forEach((node, step) => (steps[node] = step));
  const entryOf = (a: number, b: number): number => {
    const [first, second] =
      (steps[a] as number) < (steps[b] as number) ? [steps[a], b] : [steps[b], a];
    const from = begins[first as number] as number;
    const at = rows.subarray(from, begins[(first as number) + 1]).indexOf(second);
    if (at < 0) throw new Error(`the pattern has no entry of ${a} and ${b}`);
    return from + at;
  };
  const pairs: number[] = [];
  for (let step = 0; step < count; step += 1) {
    const own = rows.subarray(begins[step], begins[step + 1]);
    for (let i = 0; i < own.length; i += 1) {
      for (let j = i + 1; j < own.length; j += 1) {
        pairs.push(entryOf(own[i] as number, own[j] as number));
      }
    }
  }
  return { ...found, pairs: Int32Array.from(pairs), entryOf };
}
