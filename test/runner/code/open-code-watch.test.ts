import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { countTrials } from '../../nightly.ts';
import type { RunRecord } from '../../../src/contract/documents.ts';
import {
  type Comparison,
  compareVersions,
  makeVersions,
  seesTests,
} from '../stage/compare-versions.ts';
import { makeFolder } from '../stage/make-repository.ts';
import { waysToOtherCode } from '../stage/ways-to-other-code.ts';

const files = { 'a.txt': 'VERSION' };

const codesOf = ({ problems }: RunRecord): string[] =>
  problems.map(({ code, side }) => `${code} ${side ?? ''}`).sort();

describe.runIf(seesTests)('where the checkouts stand elsewhere', () => {
  test.each(waysToOtherCode.slice(0, countTrials({ byNight: waysToOtherCode.length, byDay: 1 })))(
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

  test('setup of both sides that writes into the home leaves before the code of after', async () => {
    const HOME = makeFolder();
    const { record, said } = await compareVersions(makeVersions(files), {
      environment: { HOME },
      setup: [['sh', '-c', 'cp a.txt $HOME/installed']],
      command: ['sh', '-c', 'cat $HOME/installed'],
    });
    expect(said).toEqual({ before: ['after'], after: ['after'] });
    expect(codesOf(record)).toEqual(['foreign-code before']);
    expect(record.problems[0]?.message).toContain(
      `it read ${HOME}/installed, which setup of the after side has written`,
    );
  });

  test.each<[string, Partial<Comparison>, string[]]>([
    ['reads its own code', {}, []],
    [
      'cannot run while it is watched',
      { command: ['sh', '-c', '! grep -q "TracerPid:.*[1-9]" /proc/self/status && cat a.txt'] },
      ['code-unknown after', 'code-unknown before'],
    ],
  ])('a test that %s ends with these problems', async (_which, comparison, expected) => {
    const { record } = await compareVersions(makeVersions(files), {
      command: ['cat', 'a.txt'],
      ...comparison,
    });
    expect(codesOf(record)).toEqual(expected);
    expect(record.profiles.map(({ outcome }) => outcome.status)).toEqual(['passed', 'passed']);
  });

  test('nothing is said where both sides hold the same files', async () => {
    const versions = makeVersions(files);
    const same = { ...versions, before: versions.after };
    const { record } = await compareVersions(same, { command: ['true'] });
    expect(codesOf(record)).toEqual([]);
  });
});
