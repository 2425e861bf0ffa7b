import type { Suite } from '../../src/contract/suite.ts';
import { UserError } from '../../src/contract/user-error.ts';
import { originOf } from '../../src/runner/revisions/fetch.ts';
import { type Change, findChange } from '../../src/runner/revisions/find-change.ts';
import { readFileAt } from '../../src/runner/revisions/read-file-at.ts';
import { openRepository, type Repository } from '../../src/runner/revisions/repository.ts';
import { parseSuite } from '../../src/suite/parse-suite.ts';
import { type CiRun, readCiRun } from './event/ci-run.ts';
import { parseTrigger } from './event/parse-trigger.ts';
import { readEventFile } from './event/read-event-file.ts';
import type { Trigger } from './event/trigger.ts';
import type { Inputs } from './inputs.ts';
import type { JobLog } from './job-log.ts';

/** What every use of the action begins with. */
export interface Job {
  inputs: Inputs;
  ci: CiRun;
  trigger: Trigger;
  repository: Repository;
  change: Change;
  /** The tests of the change, with the thresholds of the commit before it. */
  suite: Suite;
  /** What a reader of the results has to know besides. */
  notes: string[];
  log: JobLog;
}

/**
 * Finds out what to compare, and reads the suite from the two commits: a checkout may be of a merge.
 * @throws UserError for whatever a person has to mend
 */
export async function openJob(
  inputs: Inputs,
  environment: Readonly<Record<string, string | undefined>>,
  log: JobLog,
): Promise<Job> {
  const ci = readCiRun(environment);
  const payload = await readEventFile(ci.eventFile);
  const trigger = parseTrigger(ci.eventName, payload, ci.checkout);
  const repository = await openRepository(ci.workspace, environment);
  const base = chooseBase(inputs, trigger);
  const change = await findChange(originOf(repository, log.say), { head: trigger.head, base });
  const notes: string[] = [];
  const suite = await readSuite(repository, change, inputs.config, (note) => notes.push(note));
  return { inputs, ci, trigger, repository, change, suite, notes, log };
}

function chooseBase({ mode, base }: Inputs, trigger: Trigger): Trigger['base'] {
  if (mode === 'history') return { kind: 'none' };
  return base === undefined ? trigger.base : { kind: 'revision', name: base };
}

/** Whoever changes the code does not set the thresholds for it: those of the commit before count. */
async function readSuite(
  repository: Repository,
  { before, after }: Change,
  file: string,
  note: (text: string) => void,
): Promise<Suite> {
  const text = await readFileAt(repository, after.commit, file);
  if (text === undefined) throw reportNoSuite(file, after.commit);
  const suite = parseSuite(text, file);
  if (before === undefined) return suite;
  const old = await readFileAt(repository, before.commit, file);
  if (old === text) return suite;
  if (old === undefined) {
    note(`${file} is new with this change, so its own thresholds count`);
    return suite;
  }
  try {
    const { thresholds } = parseSuite(old, file);
    if (!isSame(thresholds, suite.thresholds)) {
      note(
        `${file} is changed here: its thresholds count once this is merged, until then the old ones`,
      );
    }
    return { ...suite, thresholds };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    note(`${file} was not valid before this change, so the thresholds of the change count`);
    return suite;
  }
}

/** Where a rule stands in the file says nothing of what it asks for. */
function isSame(some: Suite['thresholds'], others: Suite['thresholds']): boolean {
  const plain = (rules: Suite['thresholds']): string =>
    JSON.stringify(rules.map((rule) => ({ ...rule, where: '' })));
  return plain(some) === plain(others);
}

function reportNoSuite(file: string, commit: string): UserError {
  return new UserError({
    seen: `commit ${commit.slice(0, 12)} has no file ${file}`,
    expected: 'a suite to measure, in the commit that started this job',
    remedy: 'write one with `npx perigee init` and commit it, or name yours with the input config',
  });
}
