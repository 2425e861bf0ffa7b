import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compareVersions, seesTests } from '../stage/compare-versions.ts';
import { plantWorkspace, waysToOtherCode } from '../stage/ways-to-other-code.ts';

describe.runIf(seesTests)('where the checkouts stand elsewhere', () => {
  test.each(waysToOtherCode)(
    '$name to other code is a gap that names it',
    async ({ plant, to }) => {
      const { by, comparison, versions } = plant();
      const { record, said } = await compareVersions(versions, comparison);
      expect(said).toEqual({ before: ['original'], after: ['original'] });
      for (const side of ['before', 'after'] as const) {
        const problem = record.problems.find((one) => one.side === side);
        expect(problem).toMatchObject({ code: 'foreign-code', test: 'program' });
        expect(problem?.message).toContain(`it read ${join(versions.root, to)} (${by}`);
      }
    },
  );

  test('a package of the workspace that only the user has installed is not found', async () => {
    const { record } = await compareVersions(plantWorkspace(), { command: ['node', 'bench.mjs'] });
    expect(record.profiles.map(({ outcome }) => outcome.status)).toEqual(['failed', 'failed']);
  });
});
