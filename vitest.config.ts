import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { requireGenerated } from './scripts/require-generated.ts';
import { LongFirst } from './scripts/testing/long-first.ts';

requireGenerated();

const listTests = (folders: readonly string[]) => folders.map((one) => `test/${one}/**/*.test.ts`);
/**
 * These set flags of the engine, so each file has a process of its own. All other files share workers: to start one
 * takes longer than most files.
 */
const apart = ['fuzz'];
/** These judge what their process has used and opened, so no other tests run in it. */
const watching = ['profile'];
/**
 * What starts programs most of the time. To start one takes twenty times as long in a process that has grown to
 * half a gigabyte, so workers of their own run these, and stay small.
 */
const starters = ['action', 'buildkite-plugin', 'cli', 'examples', 'runner'];

// A worker reads as much code to start as some programs that tests start: it is compiled once.
process.env['NODE_COMPILE_CACHE'] ??= join(tmpdir(), 'perigee-compile-cache');

// No samples of hooks in each repository, and no look for housekeeping after each commit: half of the time of git here.
process.env['GIT_TEMPLATE_DIR'] = '';
process.env['GIT_CONFIG_COUNT'] = '1';
process.env['GIT_CONFIG_KEY_0'] = 'maintenance.auto';
process.env['GIT_CONFIG_VALUE_0'] = 'false';

// With pyenv `python3` is a script that looks for one at each start, which takes twice as long as Python itself.
const ask = ['-c', 'import os, sys; print(os.path.dirname(sys.executable))'];
const { status, stdout } = spawnSync('python3', ask, { encoding: 'utf8' });
const folders = (process.env['PATH'] ?? '').split(delimiter);
if (status === 0 && !folders.includes(stdout.trim())) {
  process.env['PATH'] = [stdout.trim(), ...folders].join(delimiter);
}

export default defineConfig({
  test: {
    // Only a test that fails waits for so long, however busy the machine is.
    testTimeout: 1_200_000,
    hookTimeout: 1_200_000,
    expect: { poll: { timeout: 180_000 } },
    pool: 'forks',
    // Twice the cores of a small machine: the longest tests wait for most of their time.
    maxWorkers: 4,
    sequence: {
      sequencer: LongFirst,
      // The tests of a file in another order each time; the seed is printed.
      shuffle: { tests: process.env['PERIGEE_SHUFFLE'] !== undefined },
    },
    projects: [
      {
        extends: true,
        test: { name: 'apart', include: listTests(apart) },
      },
      {
        extends: true,
        test: { name: 'watching', include: listTests(watching), isolate: false },
      },
      {
        extends: true,
        test: { name: 'starters', include: listTests(starters), isolate: false },
      },
      {
        extends: true,
        // No `exclude` of its own: it would take the place of those of the command line.
        test: {
          ...{ name: 'together', isolate: false },
          include: [`test/!(${[...apart, ...watching, ...starters].join('|')})/**/*.test.ts`],
        },
      },
    ],
  },
});
