import { setTimeout as pause } from 'node:timers/promises';
import {
  checkOf,
  openChange,
  type Place,
  recordOf,
  reportsOf,
  startMeasuring,
  upload,
} from '../../test/bot/attacks/act-on-github.ts';
import { tellPull, tellRun, type Webhook } from '../../test/bot/servers/fake/payloads.ts';
import { finishRun } from '../../test/bot/servers/fake/people.ts';
import type { FakePull, FakeRun } from '../../test/bot/servers/fake/state.ts';

/** One in five is slower, and is measured again before it is red. */
const slowEvery = 5;

export interface Flight {
  place: Place;
  pull: FakePull;
  run: FakeRun;
  isSlow: boolean;
  measuredAtMs: number;
  /** Until its check and its comment were right; undefined while they are not. */
  waitedMs?: number;
}

export type Tell = (place: Place, webhook: Webhook) => void;

/** Opens pull requests as people do who know nothing of the attack, and follows each to its verdict. */
export async function workHonestly(
  { places, everyMs, tell }: { places: readonly Place[]; everyMs: number; tell: Tell },
  flights: Flight[],
  signal: AbortSignal,
): Promise<void> {
  for (let number = 0; !signal.aborted; number += 1) {
    const place = places[number % places.length];
    if (place === undefined) throw new Error('there is no repository');
    const { repository, state } = place;
    const pull = await openChange(place, `honest-${number}`, { isTold: false });
    tell(place, tellPull(state, repository, pull, 'opened'));
    const run = await startMeasuring(place, pull, { isTold: false });
    tell(place, tellRun(state, repository, run, 'requested'));
    const flight: Flight = { place, pull, run, isSlow: number % slowEvery === 0, measuredAtMs: 0 };
    await measure(flight, tell);
    flights.push(flight);
    await pause(everyMs, undefined, { signal }).catch(() => undefined);
  }
}

async function measure(flight: Flight, tell: Tell): Promise<void> {
  const { isSlow, place, run } = flight;
  await upload(place, run, recordOf(place, run, isSlow ? { factors: { upload: 1.3 } } : {}));
  finishRun(place.repository, run);
  tell(place, tellRun(place.state, place.repository, run, 'completed'));
  flight.measuredAtMs = performance.now();
}

/** Measures again what the bot has asked for, and notes what has come to its end. @returns how many have not */
export async function followUp(flights: readonly Flight[], tell: Tell): Promise<number> {
  let left = 0;
  for (const flight of flights) {
    if (flight.waitedMs !== undefined) continue;
    if (flight.run.status !== 'completed') await measure(flight, tell);
    if (isRight(flight)) flight.waitedMs = performance.now() - flight.measuredAtMs;
    else left += 1;
  }
  return left;
}

function isRight({ isSlow, place, pull }: Flight): boolean {
  const conclusion = checkOf(place, pull.head.commit)?.conclusion;
  const isSaid = reportsOf(place, pull.number).length === 1;
  return isSaid && conclusion === (isSlow ? 'failure' : 'success');
}
