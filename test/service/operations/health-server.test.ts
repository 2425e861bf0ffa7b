import { afterEach, expect, test } from 'vitest';
import {
  type HealthPorts,
  type HealthServer,
  startHealthServer,
  shareAnswer,
} from '../../../src/service/operations/health-server.ts';

let server: HealthServer;
afterEach(() => server.close());

async function ask(path: string, ports: Partial<HealthPorts> = {}, method = 'GET') {
  server = await startHealthServer(
    { host: '127.0.0.1', port: 0 },
    {
      listObstacles: async () => [],
      findStandstill: () => undefined,
      measure: async () => undefined,
      renderMetrics: () => 'lag 0\n',
      ...ports,
    },
  );
  const response = await fetch(`${server.url}${path}`, { method });
  return `${response.status} ${await response.text()}`;
}

test('a service that gets on is healthy, one that stands still is not', async () => {
  expect(await ask('/healthz')).toBe('200 ok\n');
  await server.close();
  expect(await ask('/healthz', { findStandstill: () => 'nothing moves' })).toBe(
    '503 nothing moves\n',
  );
});

test('it is ready when nothing is out of reach', async () => {
  expect(await ask('/readyz')).toBe('200 ready\n');
  await server.close();
  const listObstacles = async () => ['series: no answer', 'events: no broker'];
  expect(await ask('/readyz', { listObstacles })).toBe(
    '503 series: no answer\nevents: no broker\n',
  );
});

test('metrics are there, nothing else is, and nothing can be changed', async () => {
  expect(await ask('/metrics')).toBe('200 lag 0\n');
  await server.close();
  expect(await ask('/')).toMatch(/^404 /);
  await server.close();
  expect(await ask('/metrics', {}, 'POST')).toMatch(/^405 /);
});

test('whoever delivers something while it starts is asked to come again', async () => {
  const isStarting = () => true;
  expect(await ask('/webhooks', { isStarting }, 'POST')).toBe('503 it starts\n');
  await server.close();
  expect(await ask('/healthz', { isStarting })).toBe('200 ok\n');
});

test('what fails inside is an answer too', async () => {
  const measure = () => Promise.reject(new Error('secret of the inside'));
  expect(await ask('/metrics', { measure })).toBe('500 this could not be answered\n');
});

test('however many ask at once are one question, and so are those who ask soon after', async () => {
  let [questions, nowMs] = [0, 0];
  const { promise, resolve } = Promise.withResolvers<number>();
  const shared = shareAnswer(
    () => {
      questions += 1;
      return promise;
    },
    { forMs: 1_000, withinMs: 600_000, clockMs: () => nowMs },
  );
  const all = Array.from({ length: 1_000 }, () => shared());
  resolve(7);
  expect(new Set(await Promise.all(all))).toEqual(new Set([7]));
  nowMs = 999;
  await shared();
  expect(questions).toBe(1);
  nowMs = 1_000;
  await shared();
  expect(questions).toBe(2);
});

test('what is out of reach and does not even say so is an obstacle after a while', async () => {
  const never = shareAnswer(() => new Promise<string[]>(() => undefined), {
    ...{ forMs: 1_000, withinMs: 20, clockMs: () => performance.now() },
  });
  expect(await ask('/readyz', { listObstacles: never })).toBe('503 no answer within 0.02 s\n');
});
