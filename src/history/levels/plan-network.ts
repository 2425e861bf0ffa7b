import { type Elimination, planElimination } from './eliminate.ts';
import type { MeasuredRun } from './measured-run.ts';

/** Which commits the runs of a series measured. Series with the same runs may share it. */
export interface RunNetwork {
  places: readonly number[];
  nodes: ReadonlyMap<number, number>;
  plan: Elimination;
}

export function planNetwork(runs: readonly MeasuredRun[]): RunNetwork {
  const places = [...new Set(runs.flatMap(({ sides }) => sides.map(({ place }) => place)))];
  places.sort((a, b) => a - b);
  const nodes = new Map(places.map((place, node) => [place, node]));
  const links = runs.flatMap(({ sides }) => {
    const own = sides.map(({ place }) => nodes.get(place) as number);
    return own.flatMap((a, i) => own.slice(i + 1).map((b) => [a, b] as const));
  });
  return { places, nodes, plan: planElimination(places.length, links) };
}
