import { once } from 'node:events';
import { createServer, get, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { sendAnswer } from '../../../src/web/api/http/send-answer.ts';

const text = JSON.stringify({ series: 'a'.repeat(64 * 1024 * 1024) });
const body = gzipSync(text);

test('of a large answer only a little waits for a reader without gzip who does not read', async () => {
  let response: ServerResponse | undefined;
  const server = createServer((request, own) => {
    response = own;
    sendAnswer(request, own, { status: 200, body });
  });
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const reading = get({ port, host: '127.0.0.1', headers: { 'accept-encoding': 'identity' } });
  const [answer] = (await once(reading, 'response')) as [NodeJS.ReadableStream];
  let most = 0;
  for (let i = 0; i < 50; i++) {
    most = Math.max(most, response!.writableLength);
    await pause(10);
  }
  expect(most).toBeLessThan(1024 * 1024);
  expect(response!.writableEnded).toBe(false);
  let length = 0;
  for await (const part of answer) length += part.length;
  expect(length).toBe(text.length);
});
