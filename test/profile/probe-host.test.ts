import { expect, test } from 'vitest';
import { probeHost } from '../../src/profile/probe-host.ts';

test('only what Perigee uses is probed, and no tier is named that there is not', async () => {
  const probes = await probeHost();
  expect(probes.length).toBeGreaterThan(5);
  for (const { mechanism, gives, detail } of probes) {
    expect(gives, mechanism).not.toMatch(/^nothing|tier [3-9]/);
    expect(detail, mechanism).not.toContain('not used');
  }
});
