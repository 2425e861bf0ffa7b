import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBotMetrics } from '../../bot/src/bot-metrics.ts';
import { createMetricRegistry } from '../../src/logging/metrics.ts';
import { createServiceMetrics } from '../../src/service/operations/service-metrics.ts';
import { missingForPrometheus, type Prometheus, startPrometheus } from '../servers/prometheus.ts';
import { listQuestions, nameQuestion } from './questions.ts';

const missing = missingForPrometheus();
const isSkipped = missing !== undefined && process.env['CI'] === undefined;
// Prometheus may be missing on a laptop, which is told so; CI never skips it.
const testPanels = test.skipIf(isSkipped);

const registry = createMetricRegistry();
const service = createServiceMetrics(registry);
const bot = createBotMetrics(registry);
let server: Server;
let prometheus: Prometheus;

/** Everything that the metrics have labels for moves, by a number of its own. */
function move(): void {
  service.eventsReceived.add(20);
  service.eventsKnown.add(2);
  service.buildsWritten.add(5, { whole: 'true' });
  service.buildsWritten.add(1, { whole: 'false' });
  service.pointsWritten.add(1000);
  service.pointsRefused.add(3);
  service.retries.add(4, { of: 'batch' });
  service.sourceRestarts.add();
  for (const seconds of [0.2, 0.3, 4]) service.delay.observe(seconds);
  bot.webhooks.add(7, { outcome: 'taken' });
  bot.looks.add(6, { outcome: 'done' });
  bot.commands.add(2, { outcome: 'refused' });
  for (const seconds of [0.2, 1.5]) bot.delay.observe(seconds);
}

beforeAll(async () => {
  if (isSkipped) return;
  service.lag.set(11);
  service.oldestUnprocessed.set(12);
  service.buildsPending.set(13);
  service.eventsHeld.set(14);
  service.oldestPending.set(15);
  service.residentMemory.set(16e6);
  service.deadLetters.add(2, { reason: 'event' });
  service.deadLetters.add(3, { reason: 'points-refused' });
  bot.deadLetters.add(4, { reason: 'unreadable' });
  bot.waiting.set(17);
  bot.putOff.set(18);
  bot.lag.set(19);
  bot.overBudget.add(1, { of: 'author' });
  bot.sweeps.add(2, { outcome: 'whole' });
  bot.redelivered.add(3);
  server = createServer((_request, answer) => {
    move();
    answer.setHeader('content-type', 'text/plain; version=0.0.4').end(registry.render());
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  prometheus = await startPrometheus(`http://127.0.0.1:${port}`);
});

afterAll(async () => {
  if (isSkipped) return;
  await prometheus.remove();
  server.close();
});

/** Of gauges, and of counters that stand still, the value; of all else which labels have one. */
const wanted: Readonly<Record<string, readonly (number | string)[]>> = {
  'Lag / A': [11],
  'Oldest message not done / A': [12],
  'Dead letters / A': [9],
  'Put off by an outage / A': [18],
  'Events read / A': ['job=perigee'],
  'Events read / B': ['job=perigee'],
  'Builds stored / A': ['whole=false', 'whole=true'],
  'Points stored and refused / A': ['job=perigee'],
  'Points stored and refused / B': ['job=perigee'],
  'From the last event until it can be queried / A': [''],
  'From the last event until it can be queried / B': [''],
  'Waiting / A': [13],
  'Waiting / B': [14],
  'Waiting / C': [11],
  'Age of what waits / A': [12],
  'Age of what waits / B': [15],
  'Dead letters by reason / A': [2, 3],
  'Dead letters by reason / B': [4],
  'Retries / A': ['of=batch'],
  'Retries / B': ['job=perigee'],
  'Webhooks / A': ['outcome=taken'],
  'Looks and commands of the bot / A': ['outcome=done'],
  'Looks and commands of the bot / B': ['outcome=refused'],
  'From a webhook until all is done / A': [''],
  'From a webhook until all is done / B': [''],
  'The bot waits / A': [17],
  'The bot waits / B': [18],
  'The bot waits / C': [19],
  'Budgets, sweeps, webhooks asked for again / A': [1],
  'Budgets, sweeps, webhooks asked for again / B': [2],
  'Budgets, sweeps, webhooks asked for again / C': [3],
  'Memory / A': [16e6],
};

testPanels('every panel about the service shows what /metrics says', async () => {
  const questions = listQuestions('expr');
  const names = questions.map((one) => nameQuestion(one).replace('ingestion / ', ''));
  expect(names.sort()).toEqual(Object.keys(wanted).sort());
  for (const one of questions) {
    const name = nameQuestion(one).replace('ingestion / ', '');
    await expect
      .poll(() => read(one.query, wanted[name] ?? []), { message: name })
      .toEqual(wanted[name]);
  }
});

/** Values where numbers are wanted, else labels of values above zero; both in order. */
async function read(
  query: string,
  shape: readonly (number | string)[],
): Promise<(number | string)[]> {
  const body = new URLSearchParams({ query: query.replaceAll('$__rate_interval', '10s') });
  const answer = await fetch(`${prometheus.url}/api/v1/query`, { method: 'POST', body });
  const { data, error } = (await answer.json()) as {
    error?: string;
    data?: { result: { metric: Record<string, string>; value: [number, string] }[] };
  };
  if (data === undefined) throw new Error(`${error}\n${query}`);
  if (data.result.length === 0) await pause(500);
  if (typeof shape[0] === 'number') return data.result.map(({ value }) => Number(value[1])).sort();
  return data.result
    .filter(({ value }) => Number(value[1]) > 0)
    .map(({ metric }) =>
      Object.entries(metric)
        .map(([key, value]) => `${key}=${value}`)
        .join(),
    )
    .sort();
}
