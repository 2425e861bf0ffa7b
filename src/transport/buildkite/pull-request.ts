import type { Fields } from '../rest/fields.ts';
import type { BuildAnswer } from './answers.ts';
import { nameOfClone } from './names.ts';

export interface PullRequestOfBuild {
  pullRequest?: number;
  /** Owner and name of the repository that it comes from. */
  headRepository?: string;
}

/** Buildkite writes an empty object where there is no pull request, and its number as text. */
export function readPullRequest(build: Fields<BuildAnswer>): PullRequestOfBuild {
  const number = Number(build.optionalText('pull_request.id') ?? Number.NaN);
  if (!Number.isSafeInteger(number) || number < 1) return {};
  const from = nameOfClone(build.optionalText('pull_request.repository') ?? '');
  return { pullRequest: number, headRepository: from };
}
