import type { Movement, Pattern } from '../../contract/documents.ts';
import { knownPatterns, type Signs } from './known-patterns.ts';

const mostPatterns = 3;

/** The known patterns that the movements of a span fit, the most specific first. */
export function findPatterns(movements: readonly Movement[]): Pattern[] {
  const byMetric = new Map(movements.map(({ metric, moved }) => [metric, moved]));
  const signs: Signs = {
    up: (...metrics) => metrics.some((metric) => byMetric.get(metric) === 'up'),
    down: (...metrics) => metrics.some((metric) => byMetric.get(metric) === 'down'),
    still: (...metrics) => metrics.every((metric) => isStill(byMetric.get(metric))),
    seen: (...metrics) => metrics.some((metric) => byMetric.has(metric)),
  };
  return knownPatterns
    .filter((pattern) => pattern.fits(signs))
    .slice(0, mostPatterns)
    .map(({ name, text }) => ({ name, text }));
}

function isStill(moved: Movement['moved'] | undefined): boolean {
  return moved !== 'up' && moved !== 'down';
}
