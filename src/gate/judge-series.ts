import type { Metric, SeriesVerdict } from '../contract/documents.ts';
import type { History } from './collect-words.ts';
import { covers } from './covers.ts';
import type { JudgedSeries } from './gate-facts.ts';
import type { HeldAccept } from './hold-accepts.ts';
import { type Said, weighWords } from './weigh-words.ts';

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
  { needed, direction }: { needed: 1 | 2; direction: Metric['direction'] },
): Ending {
  const regressed = listRegressed(history);
  const calm: Ending = { standing: chooseCalm(history) };
  const worst = regressed.at(-1);
  if (worst === undefined) return calm;
  const said = { regressed: regressed.length, otherwise: countOtherwise(history) };
  if (history.newest.threshold.action === 'warn') {
    // A warning is not measured again and blocks nothing: one runner that did not see it clears it.
    return said.regressed <= said.otherwise
      ? calm
      : { judged: { key, fate: 'warns', said }, standing: worst };
  }
  const fate = weighWords(said, needed);
  if (fate === 'cleared') {
    const alarm = worst.evidence.change;
    const judged = { key, fate, said, ...(alarm === undefined ? {} : { alarm }) };
    return { judged, standing: calm.standing };
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
