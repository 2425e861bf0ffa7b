// src/profile/control/main.ts
import { spawnSync } from "node:child_process";
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from "node:fs";
import { constants } from "node:os";
var piece = 1 << 20;
function main([costs = "{}", program = "", ...args]) {
  const { cpuNs = 0, wallNs = 0, memoryBytes = 0, writeBytes = 0 } = JSON.parse(costs);
  const held = Buffer.alloc(Math.round(memoryBytes), 1);
  const { error, signal, status } = spawnSync(program, args, { stdio: "inherit" });
  burn(cpuNs);
  if (wallNs > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, wallNs / 1e6);
  write(writeBytes);
  if (error !== void 0) console.error(error.message);
  process.exitCode = signal === null ? status ?? 127 : 128 + constants.signals[signal];
  if (held.length > 0 && held[0] !== 1) process.exitCode = 127;
}
function burn(cpuNs) {
  const start = process.cpuUsage();
  for (; ; ) {
    const { user, system } = process.cpuUsage(start);
    if ((user + system) * 1e3 >= cpuNs) return;
  }
}
function write(bytes) {
  if (bytes <= 0) return;
  const file = `.perigee-control-${process.pid}`;
  const descriptor = openSync(file, "wx");
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
