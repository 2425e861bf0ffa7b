import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Problem } from '../../src/contract/documents.ts';
import type { Suite } from '../../src/contract/suite.ts';
import { UserError } from '../../src/contract/user-error.ts';
import { originOf } from '../../src/runner/revisions/fetch.ts';
import type { BaseSuite } from '../../src/steps/judge-records.ts';
import { type Change, findChange } from '../../src/runner/revisions/find-change.ts';
import { openRepository, type Repository } from '../../src/runner/revisions/repository.ts';
import { environmentOfTests } from './environment-of-tests.ts';
import { type CiRun, readCiRun } from './event/ci-run.ts';
import { parseTrigger } from './event/parse-trigger.ts';
import { readEventFile } from './event/read-event-file.ts';
import type { Trigger } from './event/trigger.ts';
import type { Inputs } from './inputs.ts';
import type { JobLog } from './job-log.ts';
import { readSuite } from './read-suite.ts';

/** What every use of the action begins with. */
export interface Job {
  inputs: Inputs;
  ci: CiRun;
  trigger: Trigger;
  repository: Repository;
  change: Change;
  /** The tests of the change, with the thresholds of the commit before it. */
  suite: Suite;
  /** The suite of the commit before. */
  base?: BaseSuite;
  /** What a reader of the results has to know besides. */
  notes: string[];
  /** What belongs into the verdict besides what the records say. */
  problems: Problem[];
  /** Where thresholds of the commit before stand in the file of the change. */
  moved?: ReadonlyMap<string, string>;
  log: JobLog;
  /** What setup and tests may see. */
  environment: Readonly<Record<string, string>>;
}

/**
 * Finds out what to compare, and reads the suite from the two commits: a checkout may be of a merge.
 * @throws UserError for whatever a person has to fix
 */
export async function openJob(
  inputs: Inputs,
  environment: Readonly<Record<string, string | undefined>>,
  log: JobLog,
): Promise<Job> {
  const ci = readCiRun(environment);
  const payload = await readEventFile(ci.eventFile);
  const trigger = parseTrigger(ci.eventName, payload, ci.checkout);
  checkCheckout(ci.workspace);
  // Git is told by a file of the repository what to start, and tests can write to that.
  const ofTests = environmentOfTests(environment);
  const repository = await openRepository(ci.workspace, ofTests);
  const base = chooseBase(inputs, trigger);
  const change = await findChange(originOf(repository, log.say), { head: trigger.head, base });
  const read = await readSuite(repository, change, inputs.config);
  return { inputs, ci, trigger, repository, change, ...read, log, environment: ofTests };
}

function chooseBase({ mode, base }: Inputs, trigger: Trigger): Trigger['base'] {
  if (mode === 'history') return { kind: 'none' };
  return base === undefined ? trigger.base : { kind: 'revision', name: base };
}

/** The step that makes one is forgotten easily, and git would look for a repository in the folders above. */
function checkCheckout(workspace: string): void {
  if (existsSync(join(workspace, '.git'))) return;
  throw new UserError({
    where: workspace,
    seen: 'the repository is not checked out here',
    expected: 'a step with actions/checkout before this one, without its input path',
    remedy: 'add `- uses: actions/checkout@v6` before the step with this action',
  });
}
