import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBotMetrics } from '../../../bot/src/bot-metrics.ts';
import type { WebhookHandler } from '../../../bot/src/deliveries/open-webhooks.ts';
import type { WebhookPorts } from '../../../bot/src/deliveries/ports.ts';
import { type BodyRoom, createBodyRoom } from '../../../bot/src/deliveries/read-body.ts';
import type { LogFacts } from '../../../src/logging/logger.ts';
import { createMetricRegistry } from '../../../src/logging/metrics.ts';
import { createBoundedServer } from '../../../src/service/operations/bounded-server.ts';
import type { EventQueue } from '../../../src/transport/eventlog/event-log.ts';
import { openSqliteQueue } from '../../../src/transport/eventlog/sqlite/sqlite-queue.ts';

export interface WebhookOptions {
  path: string;
  /** Of the log that the door writes to. */
  change: (queue: EventQueue) => EventQueue;
  open: (ports: WebhookPorts, room: BodyRoom) => WebhookHandler | Promise<WebhookHandler>;
  /** How long the log may take; longer than any test lasts. */
  appendWithinMs?: number | undefined;
}

/** A server that only takes webhooks, into a log in a file. */
export async function serveDoor({ path, change, open, appendWithinMs = 600_000 }: WebhookOptions) {
  const folder = mkdtempSync(join(tmpdir(), 'perigee-door-'));
  const queue = openSqliteQueue({ file: join(folder, 'deliveries.sqlite') });
  const metrics = createBotMetrics(createMetricRegistry());
  const lines: { level: string; message: string; facts: LogFacts }[] = [];
  const log = (level: string, message: string, facts = {}): void =>
    void lines.push({ level, message, facts });
  const door = await open(
    { ...{ deliveries: change(queue), metrics, nowMs: Date.now, appendWithinMs }, logger: { log } },
    createBodyRoom(1024),
  );
  const server = createBoundedServer((request, response) => {
    void door.answer(request, response).then((isAnswered) => {
      if (!isAnswered) response.writeHead(404).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const url = `http://127.0.0.1:${port}${path}`;
  return {
    ...{ url, port, queue, metrics, lines },
    post: (body: string, headers: Record<string, string>): Promise<Response> =>
      fetch(url, { method: 'POST', body, headers }),
    /** All that lies in the log. */
    readLog: async (): Promise<string[]> => {
      const values: string[] = [];
      const reading = new AbortController();
      const { messages } = await queue.openSource('test').lag();
      if (messages === 0) return values;
      await queue.openSource('test').consume(
        async (batch) => {
          values.push(...batch.messages.map(({ value }) => value));
          if (values.length >= messages) reading.abort();
        },
        { signal: reading.signal },
      );
      return values;
    },
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
      await queue.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
