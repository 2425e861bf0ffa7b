import type { Movement, Pattern } from '../../contract/documents.ts';
import { knownPatterns, type Signs } from './known-patterns.ts';

const mostPatterns = 3;
/** A program that runs longer is interrupted more often: only what grew by more than its time tells anything. */
const byFar = 2;

/** The known patterns that the movements of a span fit, the most specific first. */
export function findPatterns(movements: readonly Movement[]): Pattern[] {
  const byMetric = new Map(movements.map((movement) => [movement.metric, movement]));
  const list = (metrics: string[]): Movement[] =>
    metrics.flatMap((metric) => byMetric.get(metric) ?? []).filter(isKnown);
  const none = (metrics: string[], isMoved: (movement: Movement) => boolean): boolean =>
    list(metrics).length > 0 && !list(metrics).some(isMoved);
  const signs: Signs = {
    up: (...metrics) => list(metrics).some(wentUp),
    down: (...metrics) => list(metrics).some(({ moved }) => moved === 'down'),
    notUp: (...metrics) => none(metrics, wentUp),
    still: (...metrics) => none(metrics, ({ moved }) => moved !== 'steady'),
    follows: (other, ...metrics) => {
      const most = Math.max(0, ...list(metrics).filter(wentUp).map(sizeOf));
      return !list([other]).some((one) => wentUp(one) && sizeOf(one) > byFar * most);
    },
    outgrew: (other, ...metrics) => {
      const limit = list([other]).reduce((sum, one) => sum + byFar * sizeOf(one), 0);
      return list(metrics).some((one) => wentUp(one) && sizeOf(one) > limit);
    },
  };
  return knownPatterns
    .filter((pattern) => pattern.fits(signs))
    .slice(0, mostPatterns)
    .map(({ name, text }) => ({ name, text }));
}

function isKnown({ moved }: Movement): boolean {
  return moved !== 'unknown';
}

function wentUp({ moved }: Movement): boolean {
  return moved === 'up';
}

/** On a logarithmic scale. What came from zero has no ratio: it grew by any measure. */
function sizeOf({ change = Infinity }: Movement): number {
  return Math.abs(Math.log1p(Math.max(change, -1)));
}
