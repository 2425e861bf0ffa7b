import type { Problem } from '../../contract/documents.ts';
import type { MetricNoise } from '../estimate-series.ts';
import { sayShare } from './say-change.ts';

/**
 * Which noise a build had besides the spread of its runs, and what helps: the cure differs.
 * @param builds of each side
 */
export function tellNoise(noises: readonly MetricNoise[], builds: number): Problem[] {
  return [...tellBuilds(noises, builds), ...tellStates(noises)];
}

/** A suite may record hundreds of metrics of its own, and a message has an end. */
const mostNamed = 5;

function nameSome(names: readonly string[]): string {
  const left = names.length - mostNamed;
  return names.slice(0, mostNamed).join(', ') + (left > 0 ? ` and ${left} more` : '');
}

function tellBuilds(noises: readonly MetricNoise[], builds: number): Problem[] {
  const differing = noises.filter(({ betweenBuilds }) => betweenBuilds > 0);
  if (differing.length === 0) return [];
  const sizes = differing.map(
    ({ metric, betweenBuilds }) => `${metric} by about ${sayShare(Math.expm1(betweenBuilds))}`,
  );
  if (builds > 1) {
    const message = `The ${builds} builds of each side differ by more than their runs explain: ${nameSome(sizes)}. The intervals and limits here include it.`;
    return [{ code: 'builds-differ', message }];
  }
  return [
    {
      code: 'builds-differ',
      message: `Most series differ between the two builds by more than their runs explain: ${nameSome(sizes)}. Either the change touches most of what was measured, or the builds differ by themselves, for instance in where functions and files lie. The intervals and limits here include it. More repeats do not remove it. Write builds: 4 in perigee.yml, and Perigee builds each side four times and measures it for each series.`,
    },
  ];
}

function tellStates(noises: readonly MetricNoise[]): Problem[] {
  const restless = noises.filter(({ isRestless }) => isRestless).map(({ metric }) => metric);
  if (restless.length === 0) return [];
  return [
    {
      code: 'two-states',
      message: `The repeats of many series fall into two groups: ${nameSome(restless)}. The machine or the program has two states, such as two speeds of the processor, or a cache that is warm or cold. Nothing turns red or improved by this before ten pairs. Bring every run into the same state, or measure on a machine whose speed is fixed.`,
    },
  ];
}
