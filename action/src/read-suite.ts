import { join } from 'node:path';
import type { Problem } from '../../src/contract/documents.ts';
import type { Suite } from '../../src/contract/suite.ts';
import { UserError } from '../../src/contract/user-error.ts';
import type { Change } from '../../src/runner/revisions/find-change.ts';
import { readFileAt } from '../../src/runner/revisions/read-file-at.ts';
import type { Repository } from '../../src/runner/revisions/repository.ts';
import { parseSuite } from '../../src/suite/parse-suite.ts';
import { listReductions } from './list-reductions.ts';

export interface SuiteOfChange {
  /** The tests of the change, with the thresholds of the commit before it. */
  suite: Suite;
  /** What of the change's perigee.yml does not count, or counts only because there is no older one. */
  notes: string[];
  /** What the change takes away from what is measured. */
  problems: Problem[];
}

/**
 * Whoever changes the code does not set the thresholds for it: those of the commit before count, and so
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
  const asItIs = (...notes: string[]): SuiteOfChange => ({ suite, notes, problems: [] });
  if (before === undefined) return asItIs();
  const oldText = await readFileAt(repository, before.commit, file);
  if (oldText === text) return asItIs();
  if (oldText === undefined) {
    return asItIs(`${file} is new with this change, so its own thresholds count`);
  }
  const old = parseOld(oldText, file);
  if (old === undefined) {
    return asItIs(
      `${file} was not valid before this change, so the thresholds of the change count`,
    );
  }
  return judgeAsBefore(suite, old, file);
}

function parseOld(text: string, file: string): Suite | undefined {
  try {
    return parseSuite(text, file);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return undefined;
  }
}

function judgeAsBefore(suite: Suite, old: Suite, file: string): SuiteOfChange {
  const notes: string[] = [];
  // Where they ask for the same, those of the change stand on the lines that its reader sees.
  const areSame = isSame(old.thresholds, suite.thresholds);
  if (!areSame) {
    notes.push(
      `${file} is changed here: its thresholds count once this is merged, until then the old ones`,
    );
  }
  const tagsOf = new Map(old.tests.map(({ name, tags }) => [name, tags]));
  const tests = suite.tests.map((test) => ({ ...test, tags: tagsOf.get(test.name) ?? test.tags }));
  if (tests.some(({ tags }, i) => !isSameSet(tags, suite.tests[i]?.tags ?? []))) {
    notes.push(
      `tags of tests are changed in ${file}: until this is merged, the old ones choose the thresholds`,
    );
  }
  const thresholds = areSame ? suite.thresholds : old.thresholds;
  return {
    suite: { ...suite, tests, thresholds },
    notes,
    problems: listReductions(old, suite, file),
  };
}

/** Where a rule stands in the file says nothing of what it asks for. */
function isSame(some: Suite['thresholds'], others: Suite['thresholds']): boolean {
  const plain = (rules: Suite['thresholds']): string =>
    JSON.stringify(rules.map((rule) => ({ ...rule, where: '' })));
  return plain(some) === plain(others);
}

function isSameSet(some: readonly string[], others: readonly string[]): boolean {
  return some.toSorted().join('\n') === others.toSorted().join('\n');
}

function reportNoSuite(file: string, commit: string): UserError {
  return new UserError({
    seen: `commit ${commit.slice(0, 12)} has no file ${file}`,
    expected: 'a suite to measure, in the commit that started this job',
    remedy: 'write one with `npx perigee init` and commit it, or name yours with the input config',
  });
}
