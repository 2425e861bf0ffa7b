import type { Config } from '../contract/documents.ts';
import { refuseNumberName } from '../contract/numbers.ts';
import { unitNames } from '../contract/units.ts';
import { checkLimit } from './check-limit.ts';
import { listKnownMetrics, soundDeclarations } from './known-metrics.ts';
import { formatChoices, formatText } from './format-value.ts';
import { childPointer, type IsSound, type SuiteProblem } from './places.ts';

/** Units of bytes that differ from it in the size of a letter alone: `KB` may be meant as `kB`, or as `KiB`. */
function nearUnits(unit: string): string[] {
  if (!/^[kmgKMG][iI]?B$/.test(unit) || unitNames.includes(unit)) return [];
  const isNear = (name: string): boolean =>
    [name, name.replace('i', '')].some((one) => one.toLowerCase() === unit.toLowerCase());
  return unitNames.filter(isNear);
}

/** Checks the declarations beyond what the schema says. */
export function checkMetrics(
  { metrics, thresholds }: Partial<Config>,
  isSound: IsSound,
): SuiteProblem[] {
  const defaults = Object.keys(thresholds?.defaults ?? {});
  return soundDeclarations(metrics, isSound).flatMap(({ name, declaration, pointer }) => {
    const refusal = refuseNumberName(name);
    if (refusal !== undefined) return [{ at: { key: pointer }, seen: refusal }];
    const { unit = '' } = declaration;
    const meant = nearUnits(unit);
    if (meant.length > 0) {
      const seen = `${formatText(unit)} is no unit here, and would be a count`;
      return [{ at: `${pointer}/unit`, seen, expected: formatChoices(meant) }];
    }
    const { worse, ...limit } = declaration;
    if (worse === undefined) {
      const key = (['action', 'better', 'see', 'certainty', 'because', 'owner'] as const).find(
        (one) => declaration[one] !== undefined,
      );
      if (key === undefined) return [];
      const expected = '"worse" beside it, e.g. worse: 5%';
      return [{ at: `${pointer}/${key}`, seen: `"${key}" without a threshold`, expected }];
    }
    const known = listKnownMetrics({ metrics: { [name]: declaration } }, () => true);
    const second = defaults.includes(name)
      ? [
          {
            at: { key: childPointer('/thresholds/defaults', name) },
            seen: `a second threshold for "${name}", which has one under metrics`,
            remedy: 'remove one of the two',
          },
        ]
      : [];
    const pattern = declaration.fold === 'distribution' ? `${name}.*` : name;
    return [...second, ...checkLimit({ worse, ...limit }, pattern, pointer, known)];
  });
}
