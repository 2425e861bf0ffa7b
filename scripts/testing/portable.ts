/**
 * The tests of what measures, with nothing but what POSIX gives. On Linux /proc and /sys/fs/cgroup are empty for them,
 * which takes root.
 *   npm run test:portable
 */
import { spawnSync } from 'node:child_process';
import { dirname } from 'node:path';

const rooms = ['test/runner', 'test/profile/portable', 'test/profile/spans', 'test/profile/sdk'];
const files = ['run-execution', 'record', 'otlp', 'lost-numbers', 'built-sdk', 'sdk', 'cases/'];
// They are about what only Linux has: what a test reads, settings of the kernel, views of a folder.
const aboutLinux = ['inputs', 'host', 'view'].map((room) => `--exclude=test/runner/${room}/**`);
const vitest = ['node_modules/vitest/vitest.mjs', 'run', ...aboutLinux, ...rooms];
const run = [process.execPath, ...vitest, ...files.map((name) => `test/profile/${name}`)];

const empty = 'mount -t tmpfs none /proc && mount -t tmpfs none /sys/fs/cgroup && exec "$@"';
const apart = ['unshare', '--mount', '--propagation', 'private', '--', 'sh', '-c', empty, 'sh'];
const [program = '', ...args] = process.platform === 'linux' ? [...apart, ...run] : run;

const { status } = spawnSync(program, args, {
  stdio: 'inherit',
  env: {
    ...process.env,
    PERIGEE_TIER: 'portable',
    // Without /proc this Node does not know where it is itself.
    PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
  },
});
process.exitCode = status ?? 1;
