import type { Config } from '../contract/documents.ts';
import { refuseNumberName } from '../contract/numbers.ts';
import { readUnit } from '../contract/units.ts';
import { checkLimit } from './check-limit.ts';
import { listKnownMetrics, soundDeclarations } from './known-metrics.ts';
import { formatChoices, formatText } from './format-value.ts';
import { childPointer, type IsSound, type SuiteProblem } from './places.ts';

const prefixes = { '': '', k: 'kilo', m: 'mega', g: 'giga' };
const parts = { n: 'nano', u: 'micro', m: 'milli', '': '' };

/** How else people write a unit, in small letters: `kilobytes`, `msec`, and `kb`, which may be `kB` or `KiB`. */
const spellings: readonly (readonly [written: string, meant: string])[] = [
  ...Object.entries(prefixes).flatMap(([sign, word]) => {
    const [plain, binary] = sign === '' ? ['B', 'B'] : [`${sign}B`, `${sign.toUpperCase()}iB`];
    const own = sign === 'k' ? plain : plain.toUpperCase();
    const short =
      sign === ''
        ? []
        : ([
            [`${sign}b`, own],
            [`${sign}b`, binary],
            [`${sign}ib`, binary],
          ] as const);
    return [...short, [`${word}byte`, own] as const, [`${word}bytes`, own] as const];
  }),
  ...Object.entries(parts).flatMap(([sign, word]) =>
    [`${sign}sec`, `${sign}secs`, `${word}second`, `${word}seconds`].map(
      (written) => [written, `${sign}s`] as const,
    ),
  ),
  ...['mins', 'minute', 'minutes'].map((written) => [written, 'min'] as const),
  ...['hr', 'hrs', 'hour', 'hours'].map((written) => [written, 'h'] as const),
];

/** What is meant by a unit that is none here. */
function nearUnits(unit: string): string[] {
  if (readUnit(unit).unit !== 'count') return [];
  return spellings.filter(([written]) => written === unit.toLowerCase()).map(([, meant]) => meant);
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
