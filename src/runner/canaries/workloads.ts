/**
 * The workloads behind the canaries, each of one to some milliseconds. They must never change: what they take is
 * compared over months.
 */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { createServer, connect, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { CanaryName } from '../../contract/canaries.ts';

/** @param directory writable, on the disk that the tests use */
export type Workload = (directory: string) => void | Promise<void>;

/** 16 MiB: more than the caches of one core. More would make starting a process slower. */
const chase = 4 * 1024 * 1024;
const written = Buffer.alloc(2 * 1024 * 1024, 7);

/** All of them, ready to run. */
export async function prepareWorkloads(): Promise<Record<CanaryName, Workload>> {
  const loopback = await openLoopback();
  const wakeUp = startPartner();
  const next = makeCycle(chase);
  const copy = new Int32Array(chase);
  const program = ['/bin/true', '/usr/bin/true'].find((path) => existsSync(path)) ?? 'true';
  return {
    'cpu.integer': () => keep(hash(1_200_000)),
    'cpu.float': () => keep(integrate(400_000)),
    'memory.latency': () => keep(follow(next, 12_000)),
    'memory.bandwidth': () => {
      copy.set(next);
      keep(copy[0] ?? 0);
    },
    'page.fault': () => keep(touch(new ArrayBuffer(4 * 1024 * 1024))),
    'process.start': () => {
      spawnSync(program, { stdio: 'ignore', env: {} });
    },
    'scheduler.wake_up': wakeUp,
    'disk.flush': (directory) => flush(directory, written.subarray(0, 4096), 2),
    'disk.throughput': (directory) => flush(directory, written, 1),
    'loopback.latency': () => loopback.exchange(1, 40),
    'loopback.throughput': () => loopback.exchange(1024 * 1024, 1),
  };
}

let kept = 0;

/** So that no result is unused, and no work left out. */
function keep(value: number): void {
  kept ^= value;
}

function hash(steps: number): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < steps; i += 1) h = Math.imul(h ^ (i & 255), 0x01000193);
  return h;
}

function integrate(steps: number): number {
  let [x, sum] = [0.5, 0];
  for (let i = 1; i <= steps; i += 1) {
    x = 3.7 * x * (1 - x);
    sum += Math.sqrt(x) / i;
  }
  return sum * 1e6;
}

/**
 * A cycle through all places in an order that no cache can guess: the generator of Numerical Recipes, which visits each
 * number below a power of two once. A shuffle takes ten times as long, at the start of every run.
 * @param length a power of two
 */
function makeCycle(length: number): Int32Array {
  const next = new Int32Array(length);
  for (let i = 0; i < length; i += 1) {
    next[i] = (Math.imul(i, 1_664_525) + 1_013_904_223) & (length - 1);
  }
  return next;
}

let place = 0;

function follow(next: Int32Array, steps: number): number {
  for (let i = 0; i < steps; i += 1) place = next[place] as number;
  return place;
}

function touch(memory: ArrayBuffer): number {
  const bytes = new Uint8Array(memory);
  for (let at = 0; at < bytes.length; at += 4096) bytes[at] = 1;
  return bytes[0] ?? 0;
}

function flush(directory: string, bytes: Buffer, times: number): void {
  const file = join(directory, `canary-${process.pid}`);
  const descriptor = openSync(file, 'w', 0o600);
  try {
    for (let i = 0; i < times; i += 1) {
      writeSync(descriptor, bytes, 0, bytes.length, 0);
      fsyncSync(descriptor);
    }
  } finally {
    closeSync(descriptor);
    rmSync(file, { force: true });
  }
}

/** A thread that answers at once: each round wakes it, and is woken by it. */
function startPartner(): () => void {
  const rounds = 60;
  const turn = new Int32Array(new SharedArrayBuffer(4));
  const code = `const { workerData: turn } = require('node:worker_threads');
for (;;) {
  while (Atomics.load(turn, 0) !== 1) Atomics.wait(turn, 0, 0);
  Atomics.store(turn, 0, 0);
  Atomics.notify(turn, 0);
}`;
  new Worker(code, { eval: true, workerData: turn }).unref();
  return () => {
    for (let i = 0; i < rounds; i += 1) {
      Atomics.store(turn, 0, 1);
      Atomics.notify(turn, 0);
      while (Atomics.load(turn, 0) === 1) Atomics.wait(turn, 0, 1);
    }
  };
}

interface Loopback {
  /** Sends so many bytes, waits for as many, and again. */
  exchange(bytes: number, times: number): Promise<void>;
}

async function openLoopback(): Promise<Loopback> {
  const server = createServer({ noDelay: true }, (socket) => socket.unref().pipe(socket));
  server.listen(0, '127.0.0.1').unref();
  await once(server, 'listening');
  const socket: Socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  // Nothing here keeps the process alive: it ends with the one that asks.
  socket.setNoDelay().unref();
  await once(socket, 'connect');
  const block = Buffer.alloc(1024 * 1024);
  let missing = 0;
  let whenBack: () => void = () => undefined;
  socket.on('data', (chunk: Buffer) => {
    missing -= chunk.length;
    if (missing === 0) whenBack();
  });
  return {
    exchange: async (bytes, times) => {
      for (let i = 0; i < times; i += 1) {
        missing = bytes;
        await new Promise<void>((resolve) => {
          whenBack = resolve;
          socket.write(block.subarray(0, bytes));
        });
      }
    },
  };
}
