/**
 * Whoever can open a connection to the service, in a process of its own: sockets that say nothing, headers and
 * bodies that never end, large bodies with made up signatures, and many readers of one report page.
 */
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export interface Holding {
  url: string;
  /** Paths of report pages. */
  pages: readonly string[];
}

const silentSockets = 100;
const stalledBodies = 12;
const largeBodies = 4;
const readers = 16;
const mebibyte = 2 ** 20;
/** Between two of one sender: together some 100 MB each second, as much as a connection of a gigabit carries. */
const largePauseMs = 3_000;

let holding: Holding | undefined;
let hasBegun = false;

process.on('message', (message: Holding) => {
  holding = message;
  if (hasBegun) return;
  hasBegun = true;
  for (let count = 0; count < silentSockets; count += 1) void keep(() => hold(''));
  for (let count = 0; count < silentSockets; count += 1)
    void keep(() => hold('POST /api/github/webhooks HTTP/1.1\r\nx-a: '));
  for (let count = 0; count < stalledBodies; count += 1) {
    const words = writeHead(25 * mebibyte) + '{"a":"'.padEnd(20 * mebibyte, 'x');
    void keep(() => hold(words), largePauseMs);
  }
  for (let count = 0; count < largeBodies; count += 1) void keep(sendLarge, largePauseMs);
  for (let count = 0; count < readers; count += 1) void keep(readPage);
});

/** Again and again, whatever becomes of it. */
async function keep(attack: () => Promise<void>, pauseMs = 50): Promise<void> {
  await pause(Math.random() * pauseMs);
  for (;;) {
    await attack().catch(() => undefined);
    await pause(pauseMs);
  }
}

const { hostname, port } = new URL('http://127.0.0.1:1');

function writeHead(bytes: number): string {
  return [
    'POST /api/github/webhooks HTTP/1.1',
    `host: ${hostname}:${port}`,
    'content-type: application/json',
    'x-github-event: push',
    'x-github-delivery: made-up',
    `x-hub-signature-256: sha256=${'a'.repeat(64)}`,
    `content-length: ${bytes}`,
    '\r\n',
  ].join('\r\n');
}

/** Says something, then nothing any more; until the service ends it. */
function hold(words: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const { hostname: host, port: at } = new URL(holding?.url ?? '');
  const socket = connect({ host, port: Number(at) }, () => socket.write(words));
  socket.on('error', () => undefined);
  socket.resume().on('close', () => resolve(undefined));
  return promise;
}

async function sendLarge(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const { hostname: host, port: at } = new URL(holding?.url ?? '');
  const body = Buffer.alloc(24 * mebibyte, '{"a":1} ');
  const socket = connect({ host, port: Number(at) }, () => {
    socket.write(writeHead(body.length));
    socket.end(body);
  });
  socket.on('error', () => undefined);
  socket.resume().on('close', () => resolve(undefined));
  await promise;
}

async function readPage(): Promise<void> {
  const { pages = [], url = '' } = holding ?? {};
  const path = pages[Math.floor(Math.random() * pages.length)];
  if (path === undefined) return;
  const answer = await fetch(`${url}${path}`, { signal: AbortSignal.timeout(30_000) });
  await answer.arrayBuffer();
}
