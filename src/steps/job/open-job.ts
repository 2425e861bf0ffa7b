import { originOf } from '../../runner/revisions/fetch.ts';
import { type ChangeRequest, findChange } from '../../runner/revisions/find-change.ts';
import type { Repository } from '../../runner/revisions/repository.ts';
import type { Job } from './job.ts';
import { readSuite } from './read-suite.ts';

/** What a CI says of a job before its commits and its suite are read. */
export interface JobFacts extends Omit<
  Job,
  'change' | 'suite' | 'base' | 'notes' | 'problems' | 'moved' | 'repository'
> {
  /** Its environment is that of tests: git is told by a file of the repository what to start. */
  repository: Repository;
  head: ChangeRequest['head'];
  base: ChangeRequest['base'];
}

/**
 * Finds out what to compare, and reads the suite from the two commits: a checkout may be of a merge.
 * @throws UserError for whatever a person has to fix
 */
export async function openJob({ head, base, ...facts }: JobFacts): Promise<Job> {
  const { log, repository, request } = facts;
  const change = await findChange(originOf(repository, log.say), { head, base });
  const read = await readSuite(repository, change, request.config, facts.ci.isOwnBranch);
  return { ...facts, change, ...read };
}
