import { expect, test } from 'vitest';
import { findInstaller } from '../../src/profile/instructions/find-valgrind.ts';
import { probeHost } from '../../src/profile/probe-host.ts';

test('only what Perigee uses is probed, and no tier is named that there is not', async () => {
  const probes = await probeHost();
  expect(probes.length).toBeGreaterThan(5);
  for (const { mechanism, gives, detail } of probes) {
    expect(gives, mechanism).not.toMatch(/^nothing|tier [3-9]/);
    expect(detail, mechanism).not.toContain('not used');
  }
});

test.each([
  ['/usr/bin/apt-get', 'sudo apt-get install -y --no-install-recommends valgrind'],
  ['/usr/bin/dnf', 'sudo dnf install -y valgrind'],
  ['/sbin/apk', 'sudo apk add valgrind'],
  ['/nowhere', undefined],
])('with %s the remedy for a missing valgrind is %s', (path, command) => {
  expect(findInstaller((one) => one === path)?.join(' ')).toBe(command);
});
