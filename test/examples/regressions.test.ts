import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { countTrials } from '../nightly.ts';
import { listScenarios, mustStayGreen } from '../../scripts/regressions/scenarios.ts';
import { findMetric } from '../../src/contract/metrics.ts';
import { loadSuite } from '../../src/suite/load-suite.ts';
import { copySync, examples, testSync } from './sync-copy.ts';

const planted = listScenarios().filter(({ patchFile }) => patchFile !== undefined);

test('the manifest names every patch there is, and no other', () => {
  const files = readdirSync(join(examples, 'regressions')).filter((f) => f.endsWith('.patch'));
  expect(planted.map(({ name }) => `${name}.patch`).sort()).toEqual(files.sort());
  expect(planted.filter((scenario) => !mustStayGreen(scenario))).toHaveLength(11);
});

test('the manifest expects only tests of the suite and metrics that there are', async () => {
  const { tests } = await loadSuite(join(examples, 'sync', 'perigee.yml'));
  const names = new Set(tests.map(({ name }) => name));
  for (const { regresses, improves, failing } of planted) {
    for (const name of failing) expect(names).toContain(name);
    for (const { test: name, metrics } of [...regresses, ...improves]) {
      expect(names).toContain(name);
      for (const metric of metrics) expect(findMetric(metric), metric).toBeDefined();
    }
  }
});

// By day the first shows that a patch still applies to an example whose tests pass.
describe.each(planted.slice(0, countTrials({ byNight: planted.length, byDay: 2 })))(
  '$name',
  ({ patchFile, failing }) => {
    test('applies, and breaks nothing but the speed', () => {
      using copy = copySync();
      execFileSync('git', ['apply', patchFile as string], { cwd: copy.root });
      // A pull that never ends is what that patch is for.
      if (failing.length > 0) return;
      const { status, output } = testSync(copy.root);
      expect(status, output).toBe(0);
    });
  },
);
