import { cutText } from '../../contract/cut-text.ts';
import { mostPairsOfLook } from '../../contract/missed-change.ts';
import { formatQuantity, shownUnit } from '../../contract/units.ts';
import type { Decision, Lack } from '../rule/decide.ts';
import { toChange } from '../rule/scale.ts';
import type { MachineChange } from '../machine/compare-canaries.ts';
import { describeChange as describeChangeOfMachine } from '../machine/watch-machine.ts';
import { describeAllowed, describeBetter } from './describe-threshold.ts';
import { describeRatio } from './describe-unsteady.ts';
import { formatChangeInWords, formatRange } from './format-change.ts';
import { type Estimate, levelAfter } from '../rule/estimate.ts';

const oneBuildWords =
  'on one side only one build has repeats that count, so nothing tells how far its builds differ';

/** Of a reason in a verdict. */
const longest = 500;

/**
 * Why a tested series is in its state, in a sentence.
 * @param cause what the machine says of an undecided one, or of one that was not seen
 * @param unsteady how many times as much its runs vary after, where that is much more
 * @returns undefined where nothing points anywhere: a large build has nothing else, and its figures say it
 */
export function describeDecision(
  decision: Decision,
  cause?: string,
  unsteady?: number,
): string | undefined {
  const more = [];
  if (unsteady !== undefined) more.push(`became unsteady: ${describeRatio(unsteady)}`);
  if (cause !== undefined) more.push(cause);
  const isPlain =
    decision.state === 'not-regressed' && decision.veto === undefined && !isPast(decision);
  if (isPlain && more.length === 0) return undefined;
  return cutText([...listReasons(decision), ...more].join('; '), longest);
}

/** Whether all of its interval is worse than what is allowed. */
function isPast({ estimate, lower }: Decision): boolean {
  return lower > estimate.worse.floor;
}

function listReasons(decision: Decision): string[] {
  const { estimate, state, veto } = decision;
  const { subject } = estimate;
  const allowed = describeAllowed(subject.threshold, subject.metric, estimate.baseBefore);
  switch (state) {
    case 'regressed':
      return [
        describeChosen(decision),
        `${allowed} is allowed`,
        ...describeMeasured(decision),
        ...describeStraddle(decision),
      ];
    case 'improved':
      return [
        describeChosen(decision),
        `better by more than ${describeBetter(subject.threshold, subject.metric, estimate.baseBefore)}`,
        ...describeMeasured(decision),
      ];
    case 'undecided':
      return [
        describeChange(decision),
        veto === undefined ? describeSuspicion(decision, allowed) : describeVeto(veto),
      ];
    default:
      return [
        describeChange(decision),
        // Among many series chance shows that of some, so it is not suspected.
        isPast(decision)
          ? `all of its interval is past the ${allowed} allowed, as chance alone shows among so many series`
          : `nothing points past the ${allowed} allowed`,
        ...(veto === undefined ? [] : [describeHidden(veto)]),
      ];
  }
}

function describeVeto(veto: MachineChange): string {
  return `the machine changed between the sides, and that may be all: ${describeChangeOfMachine(veto)} beside after than beside before`;
}

function describeHidden(veto: MachineChange): string {
  return `the machine was faster while after ran, which may hide as much: ${describeChangeOfMachine(veto)} beside after than beside before`;
}

/** Beside an undecided series whose interval holds its limit too, this one would seem to contradict it. */
function describeStraddle({ estimate, lower }: Decision): string[] {
  const straddles = lower > 0 && lower < estimate.worse.floor;
  return straddles ? ['it is certainly worse, and the estimate is past the limit'] : [];
}

/** One sentence says why it is not red yet, and what would decide it. */
function describeSuspicion({ estimate, lack, lower }: Decision, allowed: string): string {
  if (estimate.standardError === Infinity) return oneBuildWords;
  const { action, certainty } = estimate.subject.threshold;
  const sure = certainty === 'sure' ? ', and its rule wants to be sure' : '';
  // The interval is of the series alone, and the test shares the chance of a false alarm among all.
  const words =
    lower > estimate.worse.floor
      ? `all of its interval is past the ${allowed} allowed, but ${lack === undefined || lack.series < 2 ? 'red takes more evidence than an interval' : `${lack.series} series share one chance of a false alarm, so red takes more evidence than this interval`}${sure}`
      : `it points past the ${allowed} allowed, and that may be chance${sure}`;
  return action === 'warn' || lack === undefined
    ? words
    : `${words}; ${describeLack(lack, estimate)}`;
}

function describeLack({ enough, pairs }: Lack, { builds }: Estimate): string {
  if (enough !== undefined) return `about ${enough} pairs would decide it (it has ${pairs})`;
  if (builds !== undefined)
    return `it takes more than ${builds} builds of each side to decide it (\`builds\` in perigee.yml)`;
  return pairs < mostPairsOfLook
    ? `it is so near the limit that it takes many more pairs to decide it (it has ${pairs})`
    : `it has ${pairs} pairs, and more would not decide it`;
}

/** "8.1% to 16.7% more than before": the estimate was chosen, since it is past the limit, and would mislead. */
function describeChosen(decision: Decision): string {
  const { estimate, lower, upper } = decision;
  const { baseBefore, scale } = estimate;
  if (baseBefore <= 0) return describeChange(decision);
  const range = formatRange(toChange(scale, baseBefore, lower), toChange(scale, baseBefore, upper));
  return `${range} ${range.includes('as much') ? 'as' : 'than'} before`;
}

/** "measured 5.6%, and 4.6% is more likely: ..."; the second part where it differs. */
function describeMeasured({ change: { effect }, estimate, corrected }: Decision): string[] {
  const { baseBefore, scale } = estimate;
  if (baseBefore <= 0 || corrected === undefined) return [];
  const measured = formatChangeInWords(toChange(scale, baseBefore, effect));
  const likely = formatChangeInWords(toChange(scale, baseBefore, corrected));
  if (likely === measured) return [`measured ${measured}`];
  return [`measured ${measured}; since only what is past the limit counts, ${likely} is likelier`];
}

/** "12.3% more than before (8.1% to 16.7% more)"; in values where before is zero. */
function describeChange({ change: chosen, estimate, lower, upper }: Decision): string {
  const { baseBefore, scale, subject } = estimate;
  const baseAfter = levelAfter(estimate, chosen);
  if (baseBefore <= 0) {
    const unit = shownUnit(subject.metric);
    return `${formatQuantity(baseBefore, unit)} before, about ${formatQuantity(baseAfter, unit)} after`;
  }
  const change = toChange(scale, baseBefore, chosen.effect);
  const word = change >= 9 ? 'as' : 'than';
  const range = formatRange(toChange(scale, baseBefore, lower), toChange(scale, baseBefore, upper));
  return `${formatChangeInWords(change)} ${word} before (${range})`;
}
