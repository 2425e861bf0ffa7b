import type { Metric, SeriesVerdict } from '../contract/documents.ts';
import type { AcceptedSeries } from './accept.ts';
import type { History } from './collect-words.ts';
import type { JudgedSeries } from './gate-facts.ts';
import type { HeldAccept } from './hold-accepts.ts';
import type { Together } from './join-attempts.ts';

/** How a series ends, and the measurement that it is shown with. */
export interface Ending {
  /** Absent if no attempt called it regressed. */
  judged?: JudgedSeries;
  standing: SeriesVerdict;
}

/**
 * Takes all attempts at one series, and the accepts of it, together.
 * @param held the newest first
 */
export function judgeSeries(
  key: string,
  history: History<SeriesVerdict>,
  held: readonly HeldAccept[],
  { needed, direction, joint }: Votes,
): Ending {
  const regressed = listRegressed(history);
  const worst = regressed.at(-1);
  const calm: Ending = { standing: chooseCalm(history) };
  const said = { regressed: regressed.length, otherwise: countOtherwise(history) };
  if (history.newest.threshold.action === 'warn') {
    // A warning is not measured again and blocks nothing: one runner that did not see it clears it.
    return worst === undefined || said.regressed <= said.otherwise
      ? calm
      : { judged: { key, fate: 'warns', said }, standing: worst };
  }
  const context = { key, history, held, direction, calm: calm.standing };
  return joint === undefined ? judgeByVotes(context, said, needed) : judgeTogether(context, joint);
}

interface Context {
  key: string;
  history: History<SeriesVerdict>;
  held: readonly HeldAccept[];
  direction: Metric['direction'];
  calm: SeriesVerdict;
}

/** Several attempts tested it: what they show together decides, and no votes are counted. */
function judgeTogether(context: Context, { borneOut, said }: Together): Ending {
  const { calm, direction, held, history, key } = context;
  if (borneOut !== undefined) {
    const [newest] = held;
    const cover = held.find((one) => covers(one.series, borneOut, direction))?.accept;
    if (cover !== undefined) {
      return { judged: { key, fate: 'accepted', said, accept: cover }, standing: borneOut };
    }
    const outgrown = newest === undefined ? {} : { outgrown: newest.accept };
    return { judged: { key, fate: 'blocks', said, ...outgrown }, standing: borneOut };
  }
  const worst = listRegressed(history).at(-1);
  // Each attempt points past the limit, and together they are not sure either.
  if (worst === undefined && said.otherwise === 0)
    return { standing: findSuspected(history) ?? calm };
  const alarm = (worst ?? findSuspected(history))?.evidence.change;
  const judged = { key, fate: 'cleared', said, alarm } as const;
  // If no attempt was calm, their joint result stands.
  return calm.state === 'regressed'
    ? { judged, standing: { ...calm, state: 'undecided', blocking: false } }
    : { judged, standing: calm };
}

function judgeByVotes(context: Context, said: Said, needed: 1 | 2): Ending {
  const { calm, direction, held, history, key } = context;
  const regressed = listRegressed(history);
  const worst = regressed.at(-1);
  if (worst === undefined) {
    // A suspicion of one attempt alone blocks nothing, and is measured again.
    const suspected = said.otherwise === 0 ? findSuspected(history) : undefined;
    if (suspected === undefined) return { standing: calm };
    return needed === 2
      ? { judged: { key, fate: 'awaits-confirmation', said }, standing: suspected }
      : { standing: suspected };
  }
  const fate = weighWords(said, needed);
  if (fate === 'cleared') {
    const alarm = worst.evidence.change;
    const judged = { key, fate, said, alarm };
    return { judged, standing: calm };
  }
  const [newest] = held;
  if (newest === undefined) return { judged: { key, fate, said }, standing: worst };

  // An accept raises the limit: what exceeds it needs as many votes as a regression.
  const findCover = (series: SeriesVerdict): HeldAccept | undefined =>
    held.find((one) => covers(one.series, series, direction));
  const beyond = regressed.filter((series) => findCover(series) === undefined);
  const total = said.regressed + said.otherwise;
  const outgrown = weighWords(
    { regressed: beyond.length, otherwise: total - beyond.length },
    needed,
  );
  if (outgrown !== 'cleared') {
    const judged = { key, fate: outgrown, said, outgrown: newest.accept };
    return { judged, standing: beyond.at(-1) ?? worst };
  }
  const standing = regressed.findLast((series) => findCover(series) !== undefined) ?? worst;
  const { accept } = findCover(standing) ?? newest;
  return { judged: { key, fate: 'accepted', said, accept }, standing };
}

function findSuspected({ measurements }: History<SeriesVerdict>): SeriesVerdict | undefined {
  return measurements.findLast(({ word }) => word === 'suspected')?.value;
}

function listRegressed({ measurements }: History<SeriesVerdict>): SeriesVerdict[] {
  return measurements.filter(({ word }) => word === 'regressed').map(({ value }) => value);
}

function countOtherwise({ measurements }: History<SeriesVerdict>): Said['otherwise'] {
  return measurements.filter(({ word }) => word === 'otherwise').length;
}

/** The newest that gave an answer: one runner that could decide it is enough. */
function chooseCalm({ measurements, newest }: History<SeriesVerdict>): SeriesVerdict {
  const others = measurements.filter(({ word }) => word === 'otherwise').map(({ value }) => value);
  return others.findLast(({ state }) => state !== 'undecided') ?? others.at(-1) ?? newest;
}

interface Votes {
  needed: 1 | 2;
  direction: Metric['direction'];
  /** If several attempts tested it: then they are judged together, and no votes are counted. */
  joint: Together | undefined;
}

/** How many attempts called something regressed, and how many measured it and did not. */
interface Said {
  regressed: number;
  otherwise: number;
}

/**
 * The joint result of attempts on different runners. If one is enough to block, one is not enough to clear: else you
 * could run a red check again until it is green.
 * @param needed how many have to call it regressed: two where alarms are confirmed, else one
 */
export function weighWords(
  { regressed, otherwise }: Said,
  needed: 1 | 2,
): 'blocks' | 'awaits-confirmation' | 'cleared' {
  if (needed === 1) return regressed > 0 && regressed >= otherwise ? 'blocks' : 'cleared';
  if (regressed >= needed && regressed > otherwise) return 'blocks';
  return regressed > 0 && otherwise === 0 ? 'awaits-confirmation' : 'cleared';
}

/** Two computations from the same numbers may differ in their last digits. */
const slack = 1e-9;

/**
 * Whether what was measured is no worse than what was accepted. Of one code every run shows a slightly
 * different change, so all up to the upper bound that was accepted is the same. From zero there is no ratio;
 * then the difference counts.
 * @param direction of the metric: which way is better
 */
export function covers(
  accepted: AcceptedSeries,
  { evidence }: Pick<SeriesVerdict, 'evidence'>,
  direction: Metric['direction'],
): boolean {
  const sign = direction === 'lower' ? 1 : -1;
  if (accepted.change !== undefined) {
    const ends = [accepted.change, accepted.upper ?? accepted.change].map((end) => sign * end);
    return isAtMost(sign, evidence.change, Math.max(...ends));
  }
  if (accepted.changeAbsolute === undefined) return false;
  return isAtMost(sign, evidence.changeAbsolute, sign * accepted.changeAbsolute);
}

function isAtMost(sign: number, measured: number | undefined, most: number): boolean {
  if (measured === undefined) return false;
  return sign * measured <= most + slack * Math.abs(most);
}
