/** The disk of InfluxDB is full: it answers 500, keeps some points until it is restarted, and loses those. */
import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { isNightly } from '../../nightly.ts';
import { missingForInflux } from '../../servers/influx/influx-programs.ts';
import { type InfluxServer, startInflux } from '../../servers/influx/start-influx.ts';
import { type OnInflux, startOnInflux } from './start-on-influx.ts';

/** A disk of its own, which can be filled to the last byte. */
interface SmallDisk {
  folder: string;
  fill(): void;
  /** Takes out again what filled it. */
  free(): void;
  remove(): void;
}

/** Only root may, and not everywhere. */
function canMountDisk(): boolean {
  const disk = mountSmallDisk(1);
  disk?.remove();
  return disk !== undefined;
}

/** @returns undefined where this process may not mount one */
function mountSmallDisk(megabytes: number): SmallDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'perigee-disk-'));
  const size = `size=${megabytes}m`;
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', size, 'tmpfs', folder]);
  if (status !== 0) {
    rmSync(folder, { recursive: true });
    return undefined;
  }
  const ballast = join(folder, 'ballast');
  return {
    folder,
    fill: () => {
      const file = openSync(ballast, 'w');
      const block = Buffer.alloc(4_096, 1);
      try {
        for (;;) writeSync(file, block);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      } finally {
        closeSync(file);
      }
    },
    free: () => rmSync(ballast),
    remove: () => {
      // Also where something still has a file of it open.
      spawnSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const missing = missingForInflux();
/** Elsewhere the answer alone is played, which is what the outages of the store are tested with. */
const isSkipped = missing !== undefined || !canMountDisk();
if (isSkipped) {
  const why = missing ?? 'only root may mount a small disk';
  console.log(`the test of the service with a full disk is skipped: ${why}`);
}

test.skipIf(isSkipped || !isNightly)(
  'what a full disk took and did not keep is written again, and every point is there in the end',
  async () => {
    const seed = 41;
    console.log(`seed ${seed}`);
    let server: InfluxServer | undefined;
    let running: OnInflux | undefined;
    const { folder, fill, free, remove } = mountSmallDisk(64)!;
    try {
      server = await startInflux(join(folder, 'influx'));
      running = await startOnInflux(server);
      const { proxy, append, service } = running;
      const feed = running.drawFeed(seed, 30);
      const half = Math.ceil(feed.messages.length / 2);
      await append(feed.messages.slice(0, half));
      await running.untilDrained();
      fill();
      const before = proxy.written();
      await append(feed.messages.slice(half));
      while (proxy.written() < before + 4) await pause(20);
      const failures = service.lines.filter(({ message }) => message.startsWith('waits for what'));
      expect(String(failures.at(-1)?.['why'])).toMatch(/: 500 .*(space|database|shard)/);
      free();
      // It does not recover by itself: an operator restarts it.
      await server.kill();
      await server.start();
      await running.untilDrained();
      console.log(`${await running.expectAll(feed)} points`);
    } finally {
      await running?.stop();
      await server?.remove();
      remove();
    }
  },
);
