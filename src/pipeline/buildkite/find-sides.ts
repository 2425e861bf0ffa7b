import { originOf } from '../../runner/revisions/fetch.ts';
import { type ChangeRequest, findChange } from '../../runner/revisions/find-change.ts';
import { findCommit, resolveCommit } from '../../runner/revisions/find-commit.ts';
import { openRepository, type Repository } from '../../runner/revisions/repository.ts';
import type { SidesRequest } from '../../runner/revisions/resolve-sides.ts';
import type { BuildkiteJob } from './read-job.ts';
import type { Environment } from './read-variable.ts';

/**
 * The two commits that a job has to compare, brought into its checkout where they are missing.
 * @param root of the checkout
 * @param say hears what is done, one sentence at a time
 * @throws UserError when one of them is not available
 */
export async function findSides(
  root: string,
  job: BuildkiteJob,
  environment: Environment,
  say: (sentence: string) => void,
): Promise<SidesRequest> {
  const repository = await openRepository(root, environment);
  const request = await requestChange(repository, job);
  const { after, before, problems } = await findChange(originOf(repository, say), request);
  const found = before ?? after;
  const { branch } = job;
  return {
    before: { kind: 'commit', ...found },
    after: { kind: 'commit', ...after },
    branch,
    problems,
  };
}

/** Which commits a job compares, as far as its agent and its checkout tell. */
export async function requestChange(
  repository: Repository,
  job: BuildkiteJob,
): Promise<ChangeRequest> {
  const head = await resolveCommit(repository, 'HEAD');
  const { branch, commit = head, reference } = job;
  return {
    head: { commit, reference, label: branch },
    base: await completeBase(job, head, (name) => findCommit(repository, name)),
  };
}

/** A pipeline may check out the merge that GitHub has made; and origin may not answer. */
async function completeBase(
  { base, commit }: BuildkiteJob,
  head: string,
  find: (name: string) => Promise<string | undefined>,
): Promise<BuildkiteJob['base']> {
  if (base.kind !== 'branch-point') return base;
  const tip = await find(`refs/remotes/origin/${base.branch}`);
  return {
    ...base,
    ...(commit === undefined || commit === head ? {} : { testMerge: head }),
    ...(tip === undefined ? {} : { tip }),
  };
}
