import { join } from 'node:path';
import type { Suite } from '../../contract/suite.ts';
import { UserError } from '../../contract/user-error.ts';
import type { Change } from '../../runner/revisions/find-change.ts';
import { readFileAt } from '../../runner/revisions/read-file-at.ts';
import type { Repository } from '../../runner/revisions/repository.ts';
import { keepThresholds, type SuiteOfChange } from '../../suite/keep-thresholds.ts';
import { parseSuite } from '../../suite/parse-suite.ts';

/**
 * A change does not set its own thresholds: those of the commit before count, and so
 * do its tags, which choose among them.
 * @param file path of perigee.yml from the repository's root
 * @throws UserError when the change has no such file, or not a valid one
 */
export async function readSuite(
  repository: Repository,
  { before, after }: Change,
  file: string,
): Promise<SuiteOfChange> {
  const text = await readFileAt(repository, after.commit, file);
  if (text === undefined) throw reportNoSuite(file, after.commit);
  const suite = { ...parseSuite(text, file), file: join(repository.root, file) };
  const asItIs: SuiteOfChange = { suite, notes: [], problems: [] };
  if (before === undefined) return asItIs;
  const oldText = await readFileAt(repository, before.commit, file);
  if (oldText === text) return { ...asItIs, base: suite };
  if (oldText === undefined) {
    const note = `${file} is new with this change, so its own thresholds count`;
    return { ...asItIs, base: 'none', notes: [note] };
  }
  const old = parseOld(oldText, file);
  if (old === undefined) {
    const note = `${file} was not valid before this change, so the thresholds of the change count`;
    return { ...asItIs, notes: [note] };
  }
  return keepThresholds(old, suite, file);
}

function parseOld(text: string, file: string): Suite | undefined {
  try {
    return parseSuite(text, file);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return undefined;
  }
}

function reportNoSuite(file: string, commit: string): UserError {
  return new UserError({
    seen: `commit ${commit.slice(0, 12)} has no file ${file}`,
    expected: 'a suite to measure, in the commit that started this job',
    remedy: 'write one with `npx perigee init` and commit it, or name yours with `config`',
  });
}
