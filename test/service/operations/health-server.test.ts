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

test('a thousand who ask at once are one question to brokers and stores', async () => {
  let questions = 0;
  const count = async (): Promise<string[]> => {
    questions += 1;
    await new Promise((resolve) => setTimeout(resolve, 50));
    return [];
  };
  const measure = async (): Promise<void> => {
    await count();
  };
  expect(await ask('/readyz', { listObstacles: count, measure })).toBe('200 ready\n');
  for (const path of ['/readyz', '/metrics']) {
    const all = Array.from({ length: 200 }, () => fetch(`${server.url}${path}`));
    for (const response of await Promise.all(all)) {
      expect(response.status).toBe(200);
      await response.arrayBuffer();
    }
  }
  // One for each, and one more for each second that it took.
  expect(questions).toBeLessThan(40);
});

test('what is out of reach and does not even say so is an obstacle after a while', async () => {
  const never = shareAnswer(() => new Promise<string[]>(() => undefined), {
    ...{ forMs: 1_000, withinMs: 20, clockMs: () => performance.now() },
  });
  expect(await ask('/readyz', { listObstacles: never })).toBe('503 no answer within 0.02 s\n');
});
