import type { Movement, SeriesVerdict } from '../../contract/documents.ts';

/** A change this sure and this large is a movement even where no threshold was passed. */
const clearlyMoved = 0.02;
/** An interval within this on both sides is steady. */
const clearlySteady = 0.1;

/** Which way a metric went: up is more, whether that is better or worse. */
export function readMovement({ metric, state, evidence }: SeriesVerdict): Movement {
  const moved = classify(state, evidence);
  return evidence.change === undefined
    ? { metric, moved }
    : { metric, moved, change: evidence.change };
}

function classify(
  state: SeriesVerdict['state'],
  { method, change, changeAbsolute = 0, interval }: SeriesVerdict['evidence'],
): Movement['moved'] {
  if (state === 'regressed' || state === 'improved') return changeAbsolute > 0 ? 'up' : 'down';
  if (state === 'no-baseline') return 'unknown';
  if (method === 'exact') {
    if (Math.abs(change ?? 0) <= clearlyMoved) return 'steady';
    return changeAbsolute > 0 ? 'up' : 'down';
  }
  if (method === 'none') return state === 'not-regressed' ? 'steady' : 'unknown';
  const { lower = -Infinity, upper = Infinity } = interval ?? {};
  if (lower > clearlyMoved) return 'up';
  if (upper < -clearlyMoved) return 'down';
  return lower > -clearlySteady && upper < clearlySteady ? 'steady' : 'unknown';
}
