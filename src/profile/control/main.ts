/**
 * `node dist/control.js '{"cpuNs":1e7}' node test.mjs`: runs a command and costs so much more: CPU time and time
 * after it, memory beside it, bytes written after it. It ends as the command did.
 */
import { spawnSync } from 'node:child_process';
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { constants } from 'node:os';

/** The added share of a test's cost. */
export interface AddedCost {
  cpuNs?: number;
  wallNs?: number;
  memoryBytes?: number;
  writeBytes?: number;
}

const piece = 1 << 20;

function main([costs = '{}', program = '', ...args]: readonly string[]): void {
  const { cpuNs = 0, wallNs = 0, memoryBytes = 0, writeBytes = 0 } = JSON.parse(costs) as AddedCost;
  // Written to, so that it is there and not only promised.
  const held = Buffer.alloc(Math.round(memoryBytes), 1);
  const { error, signal, status } = spawnSync(program, args, { stdio: 'inherit' });
  burn(cpuNs);
  if (wallNs > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, wallNs / 1e6);
  write(writeBytes);
  if (error !== undefined) console.error(error.message);
  process.exitCode = signal === null ? (status ?? 127) : 128 + constants.signals[signal];
  // Held until here.
  if (held.length > 0 && held[0] !== 1) process.exitCode = 127;
}

function burn(cpuNs: number): void {
  const start = process.cpuUsage();
  for (;;) {
    const { user, system } = process.cpuUsage(start);
    if ((user + system) * 1000 >= cpuNs) return;
  }
}

/** In the checkout, where a test's own data mostly is, and flushed: a file in memory would not count. */
function write(bytes: number): void {
  if (bytes <= 0) return;
  const file = `.perigee-control-${process.pid}`;
  const descriptor = openSync(file, 'wx');
  try {
    const data = Buffer.alloc(piece, 1);
    for (let left = bytes; left > 0; left -= piece) {
      writeSync(descriptor, data, 0, Math.min(piece, Math.ceil(left)));
    }
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
    rmSync(file);
  }
}

main(process.argv.slice(2));
