import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

export interface WorkloadTimes {
  /** Hashing: the CPU alone. */
  cpuNs: number;
  /** Small files, each flushed to the disk. */
  diskNs: number;
}

const hashedBytes = 1024 * 1024;
const hashes = 140;
const files = 20;
const fileBytes = 4096;

/** One run of a workload that never changes. Synchronous on purpose: nothing of ours runs in between. */
export function runWorkload(directory: string): WorkloadTimes {
  const block = Buffer.alloc(hashedBytes, 1);
  const started = process.hrtime.bigint();
  for (let round = 0; round < hashes; round += 1) createHash('sha256').update(block).digest();
  const hashed = process.hrtime.bigint();
  const folder = mkdtempSync(join(directory, 'noise-'));
  try {
    const opened = process.hrtime.bigint();
    for (let index = 0; index < files; index += 1) writeFlushed(join(folder, String(index)), block);
    const written = process.hrtime.bigint();
    return { cpuNs: Number(hashed - started), diskNs: Number(written - opened) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function writeFlushed(file: string, block: Buffer): void {
  const descriptor = openSync(file, 'w');
  writeSync(descriptor, block, 0, fileBytes);
  fsyncSync(descriptor);
  closeSync(descriptor);
}
