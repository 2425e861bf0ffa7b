import { setTimeout as pause } from 'node:timers/promises';
import {
  checkOf,
  endMeasuring,
  openChange,
  recordOf,
  reportsOf,
  startMeasuring,
  upload,
} from '../../test/bot/attacks/act-on-github.ts';
import type { Company } from './open-company.ts';

const lookEveryMs = 5;
const longestMs = 60_000;

/**
 * How long people wait: from the moment that the last artifact is there and GitHub says so, to the comment
 * with the verdict. One pull request after the other, as with a bot that has nothing else to do.
 * @returns milliseconds, one for each pull request
 */
export async function measureWait({ places }: Company, pulls: number): Promise<number[]> {
  const waits: number[] = [];
  for (let number = 0; number < pulls; number++) {
    const place = places[number % places.length];
    if (place === undefined) throw new Error('there is no repository');
    const pull = await openChange(place, `wait-${number}`);
    const run = await startMeasuring(place, pull);
    const { commit } = pull.head;
    await until(() => checkOf(place, commit)?.status === 'in_progress');
    // What was written when the run began is over, as after a measurement of minutes.
    await pause(1_500);
    await upload(place, run, recordOf(place, run));
    const started = performance.now();
    await endMeasuring(place, run);
    await until(() => reportsOf(place, pull.number).length === 1);
    waits.push(performance.now() - started);
  }
  return waits;
}

export async function until(isSo: () => boolean): Promise<void> {
  const started = performance.now();
  while (!isSo()) {
    if (performance.now() - started > longestMs) throw new Error('it does not come');
    await pause(lookEveryMs);
  }
}
