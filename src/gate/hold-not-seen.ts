import { listAdded } from '../contract/baseless-tests.ts';
import { listSome } from '../contract/count-things.ts';
import type { Problem, SeriesVerdict, Verdict } from '../contract/documents.ts';
import type { GateSettings, JudgedOutcome } from '../contract/gate.ts';
import { isNotSeen, limitOf, nameAllowed, notSeenCode } from '../contract/missed-change.ts';
import { formatShare } from '../contract/units.ts';
import type { GateState } from './gate-facts.ts';
import { shortenName } from '../contract/cut-text.ts';

/** They say more than that something was not seen, or nothing was compared. */
const prior: ReadonlySet<JudgedOutcome> = new Set(['regressed', 'incomplete', 'no-baseline']);

/** Nothing points to a regression, and too many series would not have shown one. */
export function holdNotSeen(
  { judgement, outcome }: GateState & { kind: 'judged' },
  { whenNotSeen }: Pick<GateSettings, 'whenNotSeen'>,
): JudgedOutcome {
  if (prior.has(outcome)) return outcome;
  return weighNotSeen(judgement.verdict, whenNotSeen)?.isHeld === true ? 'not-seen' : outcome;
}

export interface NotSeen {
  /** A person has to look before the merge. */
  isHeld: boolean;
  /** Names the series that see least, and what helps. */
  problem: Problem;
}

const mostNamed = 3;

/** The effect of `gate.whenNotSeen` on a verdict; undefined if it has none. */
export function weighNotSeen(
  { series, tests }: Pick<Verdict, 'series' | 'tests'>,
  { note = Infinity, block = Infinity }: GateSettings['whenNotSeen'],
): NotSeen | undefined {
  if (Math.min(note, block) === Infinity) return undefined;
  const added = listAdded(tests);
  const known = series.filter(({ test }) => !added.has(test));
  const compared = known.filter(isCompared).length;
  const missed = known.filter(isNotSeen);
  const share = missed.length / compared;
  const isHeld = share > block;
  if (!isHeld && !(share > note)) return undefined;
  const least = missed.toSorted((a, b) => sightOf(b) - sightOf(a));
  const named = listSome(least.map(describe), mostNamed);
  const limit = block === 0 ? '' : ` for more than ${block * 100}%`;
  const message =
    `${missed.length} of ${compared} series were not seen: ${named} could have been missed. ` +
    (isHeld ? `gate.whenNotSeen is block${limit}. ` : '') +
    'Measure longer (time in perigee.yml, or --time), on a quieter machine, or in more shards; a larger see asks for less';
  return { isHeld, problem: { code: notSeenCode, message } };
}

function isCompared({ state, threshold }: SeriesVerdict): boolean {
  return state !== 'no-baseline' && threshold.action === 'block';
}

function sightOf({ evidence }: SeriesVerdict): number {
  return evidence.smallestVisible ?? Infinity;
}

function describe(one: SeriesVerdict): string {
  const sight = sightOf(one);
  const size = Number.isFinite(sight)
    ? `up to ${formatShare(sight)}${nameAllowed([limitOf(one)], sight)}`
    : 'any size';
  return `${shortenName(one.test)} › ${shortenName(one.span)} ${one.metric} (${size})`;
}
