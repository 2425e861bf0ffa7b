import { request as send } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import {
  blockBytes,
  type BodyRoom,
  createBodyRoom,
  type Pace,
  type UsedBody,
  useBody,
} from '../../../bot/src/deliveries/read-body.ts';
import { createBoundedServer } from '../../../src/service/operations/bounded-server.ts';
import { listenUntilEnd } from '../../servers/ci/fake-server.ts';
import { openSocket, writeHead } from '../../service/operations/raw-socket.ts';

const patient: Pace = { graceMs: 20_000, bytesPerSecond: 1, longestMs: 60_000 };
const maxBytes = 6 * blockBytes;
const busy = { kind: 'refused', refusal: { status: 503, text: 'busy' } };

/** Reads whatever is posted, at most six blocks of each. */
async function startReader(blocks = 8, pace = patient) {
  const whole = createBodyRoom(blocks);
  let taken = 0;
  const take: BodyRoom['take'] = (body) => {
    const isTaken = whole.take(body);
    if (isTaken) taken += 1;
    return isTaken;
  };
  const room = { ...whole, take };
  const read: UsedBody<string>[] = [];
  const server = createBoundedServer((request, response) => {
    const use = async (parts: readonly Buffer[]) => Buffer.concat(parts).toString('utf8');
    void useBody([request, response], { maxBytes, room, pace }, use).then((used) => {
      read.push(used);
      response.end();
    });
  });
  const port = await listenUntilEnd(server);
  const open = () => {
    const sent = send({ port, host: '127.0.0.1', method: 'POST', agent: false });
    sent.on('error', () => undefined);
    return sent;
  };
  /** So many blocks of which the last byte does not come. */
  const stall = async (count: number) => {
    const before = taken;
    const sent = open();
    sent.setHeader('content-length', count * blockBytes);
    sent.write(Buffer.alloc(count * blockBytes - 1));
    await expect.poll(() => taken - before).toBe(count);
    return sent;
  };
  return { read, open, stall, port };
}

test('a body is read as it was written, whatever pieces it comes in', async () => {
  const { read, open } = await startReader();
  const sent = open();
  const bytes = Buffer.from('{"name":"größe"}');
  sent.write(bytes.subarray(0, 12));
  // In the middle of a letter.
  setTimeout(() => sent.end(bytes.subarray(12)), 20);
  await expect.poll(() => read).toEqual([{ kind: 'used', value: '{"name":"größe"}' }]);
});

test('large ones that stand still give way to small ones, and to all that are smaller than they are', async () => {
  const { read, open, stall } = await startReader();
  await stall(5);
  await stall(3);
  open().end('small');
  await expect.poll(() => read).toEqual([busy, { kind: 'used', value: 'small' }]);
  await stall(5);
  open().end(Buffer.alloc(3 * blockBytes));
  await expect.poll(() => read.length).toBe(4);
  expect(read.slice(2)).toMatchObject([busy, { kind: 'used' }]);
});

test('one that is as large as the others is turned away, and the next is taken when they are done', async () => {
  const { read, open, stall } = await startReader();
  const first = await stall(4);
  await stall(4);
  const chunked = open();
  chunked.write('a');
  chunked.end('b');
  await expect.poll(() => read).toEqual([busy]);
  open().end(Buffer.alloc(4 * blockBytes));
  await expect.poll(() => read).toEqual([busy, busy]);
  first.end('a');
  await expect.poll(() => read.length).toBe(3);
  open().end(Buffer.alloc(4 * blockBytes));
  await expect.poll(() => read.length).toBe(4);
  expect(read.slice(2)).toMatchObject([{ kind: 'used' }, { kind: 'used' }]);
});

test('a connection that is cut gives its room back', async () => {
  const { read, open, stall } = await startReader(6);
  const cut = await stall(5);
  cut.destroy();
  await expect.poll(() => read).toEqual([{ kind: 'cut' }]);
  open().end(Buffer.alloc(6 * blockBytes));
  await expect.poll(() => read[1]).toMatchObject({ kind: 'used' });
});

test('one that is too large is told by what it announces, or by what comes', async () => {
  const { read, open } = await startReader();
  const refused = { kind: 'refused', refusal: { status: 413, text: 'too large' } };
  open().end(Buffer.alloc(maxBytes + 1));
  await expect.poll(() => read).toEqual([refused]);
  const chunked = open();
  chunked.write(Buffer.alloc(maxBytes));
  chunked.write(Buffer.alloc(1));
  await expect.poll(() => read).toEqual([refused, refused]);
});

test('one that is announced and does not come, or comes too slowly, is refused', async () => {
  const { read, port } = await startReader(8, {
    graceMs: 200,
    bytesPerSecond: 10_000,
    longestMs: 60_000,
  });
  const head = writeHead('POST /', { 'content-length': 100_000 });
  const silent = await openSocket(port);
  silent.socket.write(head);
  const slow = await openSocket(port);
  slow.socket.write(head);
  const letters = setInterval(() => slow.socket.write('a'), 20);
  onTestFinished(() => clearInterval(letters));
  await expect.poll(() => read.length).toBe(2);
  const refused = { kind: 'refused', refusal: { status: 408, text: 'too slow' } };
  expect(read).toEqual([refused, refused]);
});

test('however fast it comes, it has to end', async () => {
  const { read, port } = await startReader(8, { graceMs: 100, bytesPerSecond: 1, longestMs: 500 });
  const endless = await openSocket(port);
  endless.socket.write(writeHead('POST /', { 'content-length': 100_000 }));
  const letters = setInterval(() => endless.socket.write('a'.repeat(100)), 20);
  onTestFinished(() => clearInterval(letters));
  await expect.poll(() => read).toMatchObject([{ refusal: { status: 408 } }]);
});

test('pieces of one byte cost one block, and are refused when there are thousands', async () => {
  const { read, port } = await startReader(1);
  const tiny = await openSocket(port);
  const head = writeHead('POST /', { 'transfer-encoding': 'chunked' });
  tiny.socket.write(`${head}${'1\r\na\r\n'.repeat(900)}0\r\n\r\n`);
  await expect.poll(() => read).toEqual([{ kind: 'used', value: 'a'.repeat(900) }]);
  const more = await openSocket(port);
  more.socket.write(`${head}${'1;with=an-extension\r\na\r\n'.repeat(5_000)}`);
  await expect.poll(() => read[1]).toMatchObject({ refusal: { text: 'too many tiny pieces' } });
});

test('nothing is refused as such, and whoever asks whether to send is told to', async () => {
  const { read, port } = await startReader();
  const polite = await openSocket(port);
  polite.socket.write(writeHead('POST /', { expect: '100-continue', 'content-length': 4 }));
  await polite.until('100 Continue');
  polite.socket.write('body');
  await expect.poll(() => read).toEqual([{ kind: 'used', value: 'body' }]);
  const empty = await openSocket(port);
  empty.socket.write(writeHead('POST /', { 'content-length': 0 }));
  await expect.poll(() => read[1]).toMatchObject({ refusal: { status: 400 } });
});
