import { describe, expect, test } from 'vitest';
import { compareVersions, views } from '../stage/compare-versions.ts';
import { plantWorkspace, waysToOtherCode } from '../stage/ways-to-other-code.ts';

const own = { before: ['before'], after: ['after'] };

describe.runIf(views !== undefined)('in the place of the checkout', () => {
  test.each(waysToOtherCode)('$name leads to the code of the side', async ({ plant }) => {
    const { comparison, versions } = plant();
    const { record, said } = await compareVersions(versions, { ...comparison, inView: true });
    expect(said).toEqual(own);
    expect(record.problems).toEqual([]);
  });

  test('a package of the workspace that only the user has installed is the one of the side', async () => {
    const command = ['node', 'bench.mjs'];
    const { record, said } = await compareVersions(plantWorkspace(), { command, inView: true });
    expect(said).toEqual(own);
    expect(record.problems).toEqual([]);
  });
});
