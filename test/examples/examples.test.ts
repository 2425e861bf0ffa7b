import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { loadSuite } from '../../src/suite/load-suite.ts';
import { executeHere, findSpan, root } from '../profile/execute-here.ts';
import { sdks } from '../profile/sdks/each-sdk.ts';
import { copySync, examples, testSync } from './sync-copy.ts';

describe('npm package', () => {
  const folder = join(examples, 'npm-package');

  test('the suite runs the benchmarks of the package as npm fetched them', async () => {
    const { tests, setup } = await loadSuite(join(folder, 'perigee.yml'));
    expect(setup.map(([program]) => program)).toEqual(['npm']);
    for (const { command } of tests) {
      expect(command[1]).toMatch(/^node_modules\/mqtt-packet\/benchmarks\/\w+\.js$/);
    }
  });

  test('the release under test is pinned, so that each side has its own', () => {
    const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>;
    };
    expect(dependencies).toEqual({ 'mqtt-packet': expect.stringMatching(/^\d+\.\d+\.\d+$/) });
  });
});

describe('sdks', () => {
  // The examples find the SDKs by their place in the repository; what they build stays out of it.
  const copy = mkdtempSync(join(tmpdir(), 'perigee-examples-'));
  cpSync(join(examples, 'sdks'), join(copy, 'examples/sdks'), { recursive: true });
  cpSync(join(root, 'sdk'), join(copy, 'sdk'), { recursive: true });
  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  const environment = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '' };

  describe.each(
    readdirSync(join(examples, 'sdks'), { withFileTypes: true }).filter((entry) =>
      entry.isDirectory(),
    ),
  )('the example for $name', ({ name }) => {
    const missing = sdks.find((sdk) => sdk.name === name)?.missing;
    const why = missing === undefined ? '' : ` (skipped: ${missing})`;

    test.skipIf(missing !== undefined)(`marks its span and records its number${why}`, async () => {
      const { setup, tests } = await loadSuite(join(copy, 'examples/sdks', name, 'perigee.yml'));
      for (const [program = '', ...args] of setup) {
        const { status, stderr } = spawnSync(program, args, { cwd: copy, env: environment });
        expect(status, String(stderr)).toBe(0);
      }
      expect(tests).toHaveLength(1);
      const execution = await executeHere(0, tests[0]?.command ?? [], {
        directory: join(copy, tests[0]?.directory ?? ''),
        // As every run sets it.
        environment: { ...environment, PERIGEE_HOME: root, PYTHONPATH: join(root, 'sdk/python') },
      });
      expect([execution.log, execution.problems]).toEqual(['', []]);
      expect(findSpan(execution, 'sort').annotations).toEqual({ lines: 50_000 });
      const recorded = execution.metrics.filter(({ source }) => source === 'record');
      expect(recorded.length).toBeGreaterThan(0);
      if (name !== 'python') return;
      const { spreads, values } = findSpan(execution, 'sort');
      expect(spreads?.['part_time']?.count).toBe(200);
      const tails = ['p50', 'p90', 'p99', 'max'].map((tail) => values[`part_time.${tail}`] ?? 0);
      expect(tails).toEqual(tails.toSorted((a, b) => a - b));
      expect(tails[0]).toBeGreaterThan(0);
    });
  });
});

describe('sync', () => {
  test('the synchroniser passes its own tests', () => {
    using copy = copySync();
    const { status, output } = testSync(copy.root);
    expect(output).toMatch(/^. pass 1\d$/m);
    expect(status, output).toBe(0);
  });

  test('its suite is valid and has the tests that the documentation names', async () => {
    const suite = await loadSuite(join(examples, 'sync', 'perigee.yml'));
    expect(suite.tests.map(({ name }) => name)).toEqual([
      'upload 2,000 files of 1 kB',
      'download 2,000 files of 1 kB',
      'one file of 128 MB',
      'rename a tree',
      'record 400 files in the index',
    ]);
  });

  test('its setup makes the same files each time, so a change that touches nothing has no test measured', () => {
    const [one, other] = [makeData(), makeData()];
    expect(one.size).toBeGreaterThan(300);
    expect(other).toEqual(one);
  });

  /** What each file of the prepared folder holds, of fewer and smaller files than in the suite. */
  function makeData(): Map<string, string> {
    using copy = copySync();
    const sizes = join(copy.root, 'bench', 'prepared.js');
    const text = readFileSync(sizes, 'utf8')
      .replace('2_000', '300')
      .replace('3_000', '300')
      .replace('128_000_000', '2_000_000');
    writeFileSync(sizes, text);
    execFileSync(process.execPath, ['bench/prepare.js'], { cwd: copy.root });
    const folder = join(copy.root, '.bench');
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
    const files = names.filter((name) => statSync(join(folder, name)).isFile());
    return new Map(files.map((name) => [name, readFileSync(join(folder, name), 'base64')]));
  }
});
