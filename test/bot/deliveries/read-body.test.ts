import { once } from 'node:events';
import { createServer, request as send } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { type Body, createBodyBudget, readBody } from '../../../bot/src/deliveries/read-body.ts';

/** Reads whatever is posted, at most 100 bytes of each and 150 of all. */
async function startReader() {
  const budget = createBodyBudget(150);
  const read: (Body | Error)[] = [];
  const server = createServer((request, response) => {
    readBody(request, 100, budget)
      .then((body) => read.push(body))
      .catch((error: unknown) => read.push(error as Error))
      .finally(() => response.end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as { port: number };
  const open = () => {
    const sent = send({ port, host: '127.0.0.1', method: 'POST' });
    sent.on('error', () => undefined);
    return sent;
  };
  return { read, open, budget };
}

test('a body is read as it was written, whatever pieces it comes in', async () => {
  const { read, open } = await startReader();
  const sent = open();
  const bytes = Buffer.from('{"name":"größe"}');
  sent.write(bytes.subarray(0, 12));
  // In the middle of a letter.
  setTimeout(() => sent.end(bytes.subarray(12)), 20);
  await expect.poll(() => read).toEqual([{ kind: 'body', text: '{"name":"größe"}' }]);
});

test('where others fill the room, one is turned away, and the next is taken when they are done', async () => {
  const { read, open } = await startReader();
  const first = open();
  first.write(Buffer.alloc(90));
  await new Promise((resolve) => setTimeout(resolve, 30));
  open().end(Buffer.alloc(90));
  await expect.poll(() => read).toEqual([{ kind: 'no-room' }]);
  first.end();
  await expect.poll(() => read.length).toBe(2);
  open().end(Buffer.alloc(90));
  await expect.poll(() => read.length).toBe(3);
  expect(read.slice(1)).toMatchObject([{ kind: 'body' }, { kind: 'body' }]);
});

test('a connection that is cut gives its room back', async () => {
  const { read, open, budget } = await startReader();
  const cut = open();
  cut.write(Buffer.alloc(90));
  await new Promise((resolve) => setTimeout(resolve, 30));
  cut.destroy();
  await expect.poll(() => read.length).toBe(1);
  expect(read[0]).toBeInstanceOf(Error);
  expect(budget.take(150)).toBe(true);
});

test('one that is too large is told by what it announces, or by what comes', async () => {
  const { read, open } = await startReader();
  open().end(Buffer.alloc(101));
  await expect.poll(() => read).toEqual([{ kind: 'too-large' }]);
  const chunked = open();
  chunked.write(Buffer.alloc(60));
  chunked.write(Buffer.alloc(60));
  await expect.poll(() => read).toEqual([{ kind: 'too-large' }, { kind: 'too-large' }]);
});
