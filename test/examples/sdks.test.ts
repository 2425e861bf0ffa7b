import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { loadSuite } from '../../src/suite/load-suite.ts';
import { executeHere, findSpan, root } from '../profile/execute-here.ts';
import { sdks } from '../profile/sdks/each-sdk.ts';
import { examples } from './sync-copy.ts';

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
