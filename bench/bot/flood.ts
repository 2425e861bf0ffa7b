import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { setTimeout as pause } from 'node:timers/promises';
import {
  checkOf,
  openChange,
  type Place,
  recordOf,
  readOwnComments,
  startMeasuring,
  upload,
} from '../../test/bot/servers/act-on-github.ts';
import { tellPull, tellRun, type Webhook } from '../../test/bot/servers/fake/payloads.ts';
import { finishRun } from '../../test/bot/servers/fake/people.ts';
import type { FakePull, FakeRun } from '../../test/bot/servers/fake/state.ts';
import { readCpuMs, readPeakMegabytes } from '../ingest/backends.ts';
import type { Company } from './open-company.ts';
import type { Sending, Sent } from './send-webhooks.ts';

interface Flight {
  place: Place;
  pull: FakePull;
  run: FakeRun;
  isSlow: boolean;
}

export interface Flood {
  answersMs: number[];
  refused: number;
  /** From the last webhook until nothing is to be done any more. */
  drainMs: number;
  peakMegabytes: number;
  /** Of the service, on all cores together. */
  cpuMs: number;
  reruns: number;
  /** Pull requests that do not end with the right check and one comment. */
  wrong: number;
}

/** One in ten is slower, and is measured again before it is red. */
const slowEvery = 10;
const sender = fileURLToPath(new URL('send-webhooks.ts', import.meta.url));
const longestDrainMs = 30 * 60_000;

/** All pull requests at the same time: opened, then all measured, told as fast as it is taken. */
export async function flood(company: Company, count: number): Promise<Flood> {
  const { github, places, service } = company;
  const cpuBefore = readCpuMs(service);
  const flights: Flight[] = [];
  for (let number = 0; number < count; number++) {
    const place = places[number % places.length];
    if (place === undefined) throw new Error('there is no repository');
    const pull = await openChange(place, `flood-${number}`, { isTold: false });
    const run = await startMeasuring(place, pull, { isTold: false });
    flights.push({ place, pull, run, isSlow: number % slowEvery === 0 });
  }
  const waves: Sent[] = [];
  waves.push(await tellAll(company, flights, tellOpened));
  waves.push(await tellAll(company, flights, (flight) => tellOf(flight, 'requested')));
  for (const flight of flights) await measure(flight);
  waves.push(await tellAll(company, flights, (flight) => tellOf(flight, 'completed')));
  const started = performance.now();
  let reruns = 0;
  let lastRequest = github.requests.length;
  for (;;) {
    const again = flights.filter(({ run }) => run.status !== 'completed');
    for (const flight of again) await measure(flight);
    reruns += again.length;
    if (again.length > 0) {
      await tellAll(company, again, (flight) => tellOf(flight, 'completed'));
    }
    const left = flights.filter((flight) => !isRight(flight)).length;
    if (left === 0 && again.length === 0 && lastRequest === github.requests.length) break;
    if (performance.now() - started > longestDrainMs) break;
    lastRequest = github.requests.length;
    await pause(1_000);
  }
  return {
    answersMs: waves.flatMap(({ answersMs }) => answersMs),
    refused: waves.reduce((sum, { refused }) => sum + refused, 0),
    drainMs: performance.now() - started,
    peakMegabytes: readPeakMegabytes(service),
    cpuMs: readCpuMs(service) - cpuBefore,
    reruns,
    wrong: flights.filter((flight) => !isRight(flight)).length,
  };
}

async function measure({ isSlow, place, run }: Flight): Promise<void> {
  upload(place, run, recordOf(place, run, isSlow ? { factors: { upload: 1.3 } } : {}));
  finishRun(place.repository, run);
}

function isRight({ isSlow, place, pull }: Flight): boolean {
  const conclusion = checkOf(place, pull.head.commit)?.conclusion;
  const isSaid = readOwnComments(place, pull.number).reports.length === 1;
  return isSaid && conclusion === (isSlow ? 'failure' : 'success');
}

const tellOpened = ({ place: { repository, state }, pull }: Flight): Webhook =>
  tellPull(state, repository, pull, 'opened');

const tellOf = ({ place: { repository, state }, run }: Flight, action: 'requested' | 'completed') =>
  tellRun(state, repository, run, action);

async function tellAll(
  { github: { state } }: Company,
  flights: readonly Flight[],
  tell: (flight: Flight) => Webhook,
): Promise<Sent> {
  const { webhook: target } = state;
  if (target === undefined) throw new Error('nobody listens');
  const webhooks = flights.map((flight) => {
    const { event, payload } = tell(flight);
    const { owner } = flight.place.repository;
    const installation = state.installations.find(({ account }) => account === owner);
    return { event, guid: randomUUID(), payload: { ...payload, installation } };
  });
  const child = fork(sender);
  const answer = once(child, 'message');
  const sending: Sending = { target, webhooks, atOnce: 4 };
  child.send(sending);
  const [sent] = (await answer) as [Sent];
  child.kill();
  return sent;
}
