import { Refused } from '../platform-errors.ts';

export interface RepositoryName {
  owner: string;
  name: string;
}

/** Names come from events: none may lead to another place of the API. @throws Refused */
export function readRepository(repository: string): RepositoryName {
  const [owner = '', name = '', ...more] = repository.split('/');
  if (isName(owner) && isName(name) && more.length === 0) return { owner, name };
  const shown = JSON.stringify(repository.slice(0, 100));
  throw new Refused('ci-not-found', `${shown} is no repository of GitHub`);
}

/** Checks only the form, not whether it exists. */
export function isGithubRun(runId: string): boolean {
  return /^[1-9]\d{0,14}$/.test(runId);
}

/** @throws Refused */
export function readGithubRun(repository: string, runId: string): RepositoryName & { id: number } {
  if (isGithubRun(runId)) return { ...readRepository(repository), id: Number(runId) };
  const shown = JSON.stringify(runId.slice(0, 100));
  throw new Refused('ci-not-found', `${shown} is no id of a workflow run of GitHub`);
}

function isName(text: string): boolean {
  return /^[A-Za-z0-9._-]{1,100}$/.test(text) && !/^\.{1,2}$/.test(text);
}

const queueBranch = /^gh-readonly-queue\/(.{1,300})\/pr-(\d{1,9})-[0-9a-f]{40,64}$/;

/** The subject of a run of the merge queue. Only GitHub makes branches of that name. */
export function readQueueBranch(branch = '') {
  const match = queueBranch.exec(branch);
  return match === null
    ? undefined
    : { targetBranch: match[1] ?? '', pullRequest: Number(match[2]) };
}
