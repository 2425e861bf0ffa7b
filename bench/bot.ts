/**
 * What people and operators wait for. With GitHub on loopback and the embedded defaults:
 * from the last artifact to the comment, and 1,000 pull requests at the same time.
 *
 * `npx node bench/bot.ts [pull requests] [installations]`, after `npm run build`; some ten minutes. The time
 * between writes that GitHub asks for, a second in each installation, is in all of it. Everything it starts
 * and writes is gone afterwards. `NODE_PROFILE=--cpu-prof` profiles the service.
 */
import { countRoutes } from './bot/count-routes.ts';
import { flood } from './bot/flood.ts';
import { measureWait } from './bot/measure-wait.ts';
import type { FakeRequest } from '../test/bot/servers/fake/open-fake-github.ts';
import { median, openCompany, quantile } from './bot/open-company.ts';
import { tell } from './ingest/backends.ts';

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
