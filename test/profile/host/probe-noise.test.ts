import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { isInMemory } from '../../../src/profile/host/is-on-disk.ts';
import { probeNoise } from '../../../src/profile/host/probe-noise.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

const probeTemporary = () =>
  probeNoise().find(({ mechanism }) => mechanism === 'temporary files in memory');

// Needs a checkout on a disk: where the repository itself lies in memory there is no disk to warn of.
test.skipIf(isInMemory(import.meta.dirname))(
  'temporary files on a disk: the remedy tells what it costs',
  () => {
    const folder = mkdtempSync(join(import.meta.dirname, 'temporary-'));
    try {
      vi.stubEnv('TMPDIR', folder);
      expect(probeTemporary()?.remedy).toContain('disk bytes are then not measured');
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);

test.runIf(existsSync('/dev/shm') && isInMemory('/dev/shm'))(
  'temporary files in memory: what is not measured is told, and nothing is left to do',
  () => {
    vi.stubEnv('TMPDIR', '/dev/shm');
    const probe = probeTemporary();
    expect(probe?.detail).toBe('/dev/shm is on tmpfs: disk bytes (read, written) are not measured');
    expect(probe).not.toHaveProperty('remedy');
  },
);
