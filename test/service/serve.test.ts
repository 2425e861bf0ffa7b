import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readSettings } from '../../src/serving/settings/read-settings.ts';
import { serve } from '../../src/service/serve.ts';
import { openSqliteQueue } from '../../src/transport/events/sqlite/sqlite-queue.ts';

function prepare(listen: string) {
  const data = mkdtempSync(join(tmpdir(), 'perigee-serve-'));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  const lines: string[] = [];
  const settings = readSettings(undefined, { PERIGEE_DATA: data, PERIGEE_LISTEN: listen });
  const run = (stop: AbortSignal) => serve(settings, 'all', stop, (line) => lines.push(line));
  return { data, lines, run };
}

test('without its port it takes no work', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  const { data, lines, run } = prepare(`127.0.0.1:${(other.address() as AddressInfo).port}`);
  const queue = openSqliteQueue({ file: join(data, 'events.sqlite') });
  await queue.appendRaw({ key: 'k', value: 'not an event' });
  await expect(run(new AbortController().signal)).rejects.toThrow(/EADDRINUSE/);
  expect(lines).toEqual([]);
  expect(await queue.deadLetters.list()).toEqual([]);
  await queue.close();
});

test('a stop that comes while it starts is not lost, nor is its grace', async () => {
  const { lines, run } = prepare('127.0.0.1:0');
  const stop = new AbortController();
  const running = run(stop.signal);
  stop.abort(new Error('stopped'));
  await running;
  const messages = lines.map((line) => (JSON.parse(line) as { message: string }).message);
  expect(messages).toContain('stops after the work in progress');
  expect(messages.at(-1)).toBe('has stopped');
});
