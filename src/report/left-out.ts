import { formatMinute } from '../contract/format-time.ts';
import { labelTest } from '../contract/platforms.ts';
import { countThings } from '../contract/count-things.ts';
import type { TestInputs, Verdict } from '../contract/documents.ts';
import { isUnaffected } from '../contract/unaffected-tests.ts';
import type { Fact } from './format-build.ts';

export const leftOutTitle = 'Left out, since the change touches nothing that they read';

/** Each test that was not measured because it reads the same on both sides, and how much that is. */
export function listLeftOut({ tests }: Pick<Verdict, 'tests'>): Fact[] {
  return tests
    .filter(isUnaffected)
    .map((test) => ({ label: labelTest(test), text: formatInputs(test.inputs ?? {}) }));
}

/** `reads 214 files and lists 3 folders` */
export function formatInputs(inputs: Partial<TestInputs>): string {
  const { by, files = 0, folders = 0, observedAt } = inputs;
  if (by?.includes('bot') === true) return 'as the bot found before its job began';
  const listed = folders === 0 ? '' : ` and lists ${countThings(folders, 'folder')}`;
  const reads =
    files + folders === 0
      ? 'reads nothing of the repository'
      : `reads ${countThings(files, 'file')}${listed}`;
  if (observedAt === undefined) return reads;
  return `${reads}, as a run of ${formatMinute(observedAt)} UTC saw`;
}
