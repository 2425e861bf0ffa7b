import type { Config, Declaration, Metric, Test } from '../contract/documents.ts';
import { builtInMetrics } from '../contract/metrics.ts';
import { readMeaning, tailsOf } from '../contract/numbers.ts';
import { childPointer, type IsSound } from './places.ts';

/** The metrics that a threshold may be for. */
export interface KnownMetrics {
  metrics: readonly Pick<Metric, 'name' | 'unit' | 'direction'>[];
  /** A test's tool has others, which only its results name. */
  isOpen: boolean;
}

/** The metrics that Perigee measures, and those that this suite declares. */
export function listKnownMetrics(
  { metrics, tests }: Partial<Config>,
  isSound: IsSound,
): KnownMetrics {
  const declared = soundDeclarations(metrics, isSound).flatMap(({ name, declaration }) => {
    const { unit, direction } = readMeaning(declaration.unit, declaration.direction);
    const tails = tailsOf(direction).map(([tail]) => ({
      name: `${name}.${tail}`,
      unit,
      direction,
    }));
    if (declaration.fold === 'distribution') return tails;
    return [{ name, unit, direction }, ...(declaration.fold === undefined ? tails : [])];
  });
  const list: readonly (Partial<Test> | null)[] = Array.isArray(tests) ? tests : [];
  return {
    metrics: [...builtInMetrics, ...declared],
    isOpen: list.some((test) => test?.results !== undefined),
  };
}

/** The declarations that the schema accepts. */
export function soundDeclarations(
  metrics: unknown,
  isSound: IsSound,
): { name: string; declaration: Declaration; pointer: string }[] {
  if (typeof metrics !== 'object' || metrics === null || !isSound('/metrics')) return [];
  return Object.entries(metrics as Record<string, Declaration>).flatMap(([name, declaration]) => {
    const pointer = childPointer('/metrics', name);
    return isSound(pointer) ? [{ name, declaration, pointer }] : [];
  });
}
