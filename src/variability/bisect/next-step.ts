import { type Reading, sizeOfAll, weighCommits } from './weigh-commits.ts';

/** A search for the commit that changed a series, as far as it has come. */
export interface Search {
  /** The number of the bad commit on the path; the good one is 0. */
  last: number;
  /** The first is of the whole path. */
  readings: readonly TakenReading[];
  /** Commits that cannot be measured: they do not build, or the test fails there. */
  broken: ReadonlySet<number>;
  /** For one comparison. */
  mostPairs: number;
}

export interface TakenReading extends Reading {
  pairs: number;
  /** The rule of the gate could ask for as many pairs as perigee.yml allows. */
  isFull: boolean;
}

/** Commits after `from`, up to `to`: one, or several that cannot be told apart because they cannot be measured. */
export interface Suspects {
  from: number;
  to: number;
  /** How likely the change came with one of them. */
  chance: number;
}

export type Step =
  | { kind: 'measure'; from: 0; to: number; pairs: number }
  /** With as many pairs as the rule of the gate asks for. */
  | ({ kind: 'confirm' } & Suspects)
  | Conclusion;

/** Unsure: enough was spent. */
export type Conclusion = ({ kind: 'found' } | { kind: 'unsure' }) & Suspects;

/** So sure, a comparison of the suspects with what precedes them is worth its pairs. */
const enoughToConfirm = 0.9;
const enough = 0.95;

/** A comparison is to see the change at so many standard errors: the chance to take it for none is then small. */
const wantedErrors = 4;
const fewestPairs = 4;

/**
 * The next step: measure the commit that divides the doubt in halves, confirm, or stop. Halving the probability is the
 * best that one comparison can do where all cost the same (Horstein 1963).
 */
export function nextStep(search: Search): Step {
  const { last, readings, broken } = search;
  const weights = weighCommits(last, readings);
  const best = findSuspects(weights, broken);
  const isConfirmed = readings.some(
    ({ from, to, isFull }) => isFull && from === best.from && to === best.to,
  );
  if (best.chance >= enough && isConfirmed) return { kind: 'found', ...best };
  if (readings.length >= mostReadings(last)) return { kind: 'unsure', ...best };
  if (best.chance >= enoughToConfirm && !isConfirmed) return { kind: 'confirm', ...best };
  const to = findHalf(weights, broken);
  // Nothing between the ends can be measured.
  if (to === undefined)
    return isConfirmed ? { kind: 'found', ...best } : { kind: 'confirm', ...best };
  return { kind: 'measure', from: 0, to, pairs: choosePairs(search) };
}

function mostReadings(last: number): number {
  return 16 + 3 * Math.ceil(Math.log2(last));
}

/** All commits between two neighbours that can be measured count together. */
function findSuspects(weights: readonly number[], broken: ReadonlySet<number>): Suspects {
  let best: Suspects = { from: 0, to: 0, chance: -1 };
  let from = 0;
  let chance = 0;
  for (let to = 1; to < weights.length; to += 1) {
    chance += weights[to] ?? 0;
    if (broken.has(to)) continue;
    if (chance > best.chance) best = { from, to, chance };
    from = to;
    chance = 0;
  }
  return best;
}

/** The commit between the ends up to which the chance of the change is nearest to one half. */
function findHalf(weights: readonly number[], broken: ReadonlySet<number>): number | undefined {
  let half: number | undefined;
  let least = Infinity;
  let chance = 0;
  for (let commit = 1; commit < weights.length - 1; commit += 1) {
    chance += weights[commit] ?? 0;
    const distance = Math.abs(chance - 0.5);
    if (broken.has(commit) || distance >= least) continue;
    least = distance;
    half = commit;
  }
  return half;
}

/** As the ends of the path needed: an error falls with the root of the pairs. */
function choosePairs({ last, readings, mostPairs }: Search): number {
  const whole = readings.find(({ from, to }) => from === 0 && to === last);
  if (whole === undefined) return mostPairs;
  const share = (wantedErrors * whole.error) / Math.abs(sizeOfAll(last, readings));
  const wanted = Math.ceil(whole.pairs * share ** 2);
  return Math.min(Math.max(wanted, fewestPairs), Math.max(mostPairs, fewestPairs));
}
