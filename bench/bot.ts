/**
 * What people and operators wait for. With GitHub on loopback and the embedded defaults:
 * from the last artifact to the comment, and 1,000 pull requests at the same time.
 *
 * `npx node bench/bot.ts [pull requests] [installations]`, after `npm run build`; some ten minutes. The time
 * between writes that GitHub asks for, a second in each installation, is in all of it. Everything it starts
 * and writes is gone afterwards. `NODE_PROFILE=--cpu-prof` profiles the service.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { median, quantile } from 'simple-statistics';
import {
  checkOf,
  endMeasuring,
  openChange,
  recordOf,
  readOwnComments,
  startMeasuring,
  upload,
} from '../test/bot/servers/act-on-github.ts';
import type { FakeRequest } from '../test/bot/servers/fake/open-fake-github.ts';
import { flood } from './bot/flood.ts';
import { type Company, openCompany } from './bot/open-company.ts';
import { tell } from './ingest/backends.ts';

interface RouteCount {
  /** `GET pulls/*`, below the repository. */
  route: string;
  /** Those that GitHub counts. */
  counted: number;
  /** Answered with "nothing changed". */
  unchanged: number;
}

/** Which requests were sent, the most frequent first. */
function countRoutes(requests: readonly FakeRequest[]): RouteCount[] {
  const routes = Map.groupBy(requests, ({ line }) => nameRoute(line));
  return [...routes]
    .map(([route, sent]) => {
      const unchanged = sent.filter(({ status }) => status === 304).length;
      return { route, counted: sent.length - unchanged, unchanged };
    })
    .sort((a, b) => b.counted - a.counted);
}

/** Without what is different each time. */
function nameRoute(line: string): string {
  const [method = '', address = ''] = line.split(' ');
  const path = address
    .replace(/\?.*$/, '')
    .replace(/^\/repos\/[^/]+\/[^/]+(\/|$)/, '')
    .replace(/^compare\/.*/, 'compare/*')
    .replace(/(branches|heads)\/[^/]+/, '$1/*')
    .replace(/[0-9a-f]{40}|\b\d+\b/g, '*');
  return `${method} ${path === '' ? 'the repository' : path}`;
}

const lookEveryMs = 5;
const longestMs = 60_000;

/**
 * How long people wait: from the moment that the last artifact is there and GitHub says so, to the comment
 * with the verdict. One pull request after the other, as with a bot that has nothing else to do.
 * @returns milliseconds, one for each pull request
 */
async function measureWait({ places }: Company, pulls: number): Promise<number[]> {
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
    upload(place, run, recordOf(place, run));
    const started = performance.now();
    await endMeasuring(place, run);
    await until(() => readOwnComments(place, pull.number).reports.length === 1);
    waits.push(performance.now() - started);
  }
  return waits;
}

async function until(isSo: () => boolean): Promise<void> {
  const started = performance.now();
  while (!isSo()) {
    if (performance.now() - started > longestMs) throw new Error('it does not come');
    await pause(lookEveryMs);
  }
}

const pulls = Number(process.argv[2] ?? 1_000);
const installations = Number(process.argv[3] ?? 20);
const waits = 30;

const company = await openCompany(installations, process.env['NODE_PROFILE']);
try {
  const waitsMs = await measureWait(company, waits);
  tell('last artifact to comment, median ms', median(waitsMs));
  tell('the same, the longest', quantile(waitsMs, 1));
  tellRequests(company.github.requests.splice(0), waits);
  const end = await flood(company, pulls);
  tell('pull requests at the same time', pulls);
  tell('installations', installations);
  tell('answer to a webhook, median ms', median(end.answersMs), 1);
  tell('the same, 99th percentile', quantile(end.answersMs, 0.99), 1);
  tell('the same, the longest', quantile(end.answersMs, 1), 1);
  tell('webhooks that were not taken', end.refused);
  tell('until all was said, s', end.drainMs / 1000);
  tell('runs that were asked for again', end.reruns);
  tellRequests(company.github.requests, pulls);
  tell('CPU of the service for each pull request, ms', end.cpuMs / pulls);
  tell('memory of the service at the most, MB', end.peakMegabytes);
  tell('pull requests that ended wrong', end.wrong);
} finally {
  await company.close();
}

/** @param count of pull requests that they were for */
function tellRequests(requests: readonly FakeRequest[], count: number): void {
  const routes = countRoutes(requests);
  const sum = (kind: 'counted' | 'unchanged'): number =>
    routes.reduce((all, route) => all + route[kind], 0) / count;
  tell('requests that GitHub counts, for each pull request', sum('counted'), 1);
  tell('those that it does not count: nothing had changed', sum('unchanged'), 1);
  for (const { counted, route, unchanged } of routes) {
    const share = (unchanged / count).toFixed(1);
    tell(`  ${route}, and ${share} unchanged`, counted / count, 1);
  }
}
