import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { requireGenerated } from './scripts/require-generated.ts';
import { LongFirst } from './scripts/testing/long-first.ts';

requireGenerated();

/**
 * What runs in the process of its test alone, and leaves nothing of one test for the next. A worker runs these
 * one after the other without starting anew: that takes longer than most of them, and half of all their time.
 */
const inProcess = [
  ...[
    'aggregate',
    'bisect',
    'contract',
    'gate',
    'history',
    'operations',
    'report',
    'serving',
    'stats',
    'steps',
    'suite',
  ],
  'adapters',
  'variability',
  'verdict',
  ...['service/aggregate', 'transport/artifacts', 'transport/buildkite', 'transport/ci'],
  ...['transport/github', 'transport/rest'],
  ...[
    'commands',
    'deliveries',
    'github',
    'ledger',
    'looks',
    'main-branch',
    'pages',
    'reconcile',
    'runs',
  ].map((folder) => `bot/${folder}`),
];
const together = inProcess.map((folder) => `test/${folder}/**/*.test.ts`);

// A worker reads as much code to start as some programs that tests start: it is compiled once.
process.env['NODE_COMPILE_CACHE'] ??= join(tmpdir(), 'perigee-compile-cache');

// No samples of hooks in each repository, and no look for housekeeping after each commit: half of the time of git here.
process.env['GIT_TEMPLATE_DIR'] = '';
process.env['GIT_CONFIG_COUNT'] = '1';
process.env['GIT_CONFIG_KEY_0'] = 'maintenance.auto';
process.env['GIT_CONFIG_VALUE_0'] = 'false';

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
        test: { name: 'apart', include: ['test/**/*.test.ts'], exclude: together },
      },
      { extends: true, test: { name: 'together', include: together, isolate: false } },
    ],
  },
});
