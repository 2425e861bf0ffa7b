import { shortenCommit } from '../../contract/commit.ts';
import { join } from 'node:path';
import type { Suite } from '../../contract/suite.ts';
import { UserError } from '../../contract/user-error.ts';
import { platformHere } from '../../runner/host/fingerprint-host.ts';
import { originOf } from '../../runner/revisions/fetch.ts';
import { type ChangeRequest, findChange, type Change } from '../../runner/revisions/find-change.ts';
import type { Repository } from '../../runner/revisions/repository.ts';
import { keepThresholds, noteInvalid, type SuiteOfChange } from '../../suite/keep-thresholds.ts';
import { parseSuite } from '../../suite/parse-suite.ts';
import { placeShard } from '../../suite/shards/place-shard.ts';
import { readSuiteText, type SuiteText } from '../read-suite-text.ts';
import type { Job } from './job.ts';

/** A job in the words of its CI, before its commits and its suite are read. */
export interface JobFacts extends Omit<
  Job,
  'change' | 'suite' | 'base' | 'notes' | 'problems' | 'moved' | 'repository'
> {
  /** Its environment is that of tests: git is told by a file of the repository what to start. */
  repository: Repository;
  head: ChangeRequest['head'];
  base: ChangeRequest['base'];
  /** It measures nothing, so its machine may be any. */
  isReport: boolean;
}

/**
 * Finds out what to compare, and reads the suite from the two commits: a checkout may be of a merge.
 * @throws UserError for whatever a person has to fix
 */
export async function openJob({ head, base, isReport, ...facts }: JobFacts): Promise<Job> {
  const { log, repository, request } = facts;
  const change = await findChange(originOf(repository, log.say), { head, base });
  const read = await readSuite(repository, change, request.config, facts.ci.isOwnBranch);
  const here = isReport ? undefined : platformHere;
  const shard = placeShard(request.shard, read.suite.shards, here);
  return { ...facts, request: { ...request, shard }, change, ...read };
}

/**
 * A change does not set its own thresholds: those of the commit before count, and so
 * do its tags, which choose among them. What is set on the machine is that of the commit before, too: a runner may be
 * shared, and a change must not stop what others run on it.
 * @param file path of perigee.yml from the repository's root
 * @param isOwnBranch the change is on the branch that others are merged into: who writes there sets up the machine
 * @throws UserError when the change has no such file, or not a valid one
 */
export async function readSuite(
  repository: Repository,
  { before, after }: Change,
  file: string,
  isOwnBranch = false,
): Promise<SuiteOfChange> {
  const own = await readSuiteText(repository, after.commit, file);
  if (own === undefined) throw reportNoSuite(file, after.commit);
  const suite = { ...parseSuite(own.text, file, own.shared), file: join(repository.root, file) };
  const asItIs: SuiteOfChange = { suite, notes: [], problems: [] };
  const withoutHost: SuiteOfChange = { ...asItIs, suite: { ...suite, host: {} } };
  if (before === undefined) return isOwnBranch ? asItIs : withoutHost;
  const former = await readSuiteText(repository, before.commit, file);
  if (former === undefined) {
    const note = `${file} is new with this change, so its own thresholds count`;
    return { ...withoutHost, base: 'none', notes: [note] };
  }
  if (former.text === own.text && former.shared === own.shared) return { ...asItIs, base: suite };
  const old = parseOld(former, file);
  if (old === undefined) {
    return { ...withoutHost, notes: [noteInvalid(file)] };
  }
  return keepThresholds(old, suite, file);
}

function parseOld({ shared, text }: SuiteText, file: string): Suite | undefined {
  try {
    return parseSuite(text, file, shared);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return undefined;
  }
}

function reportNoSuite(file: string, commit: string): UserError {
  return new UserError({
    seen: `commit ${shortenCommit(commit)} has no file ${file}`,
    expected: 'a suite to measure, in the commit that started this job',
    remedy: 'write one with `npx perigee init` and commit it, or name yours with `config`',
  });
}
