import type { Repository } from '../subject.ts';
import type { GithubApi } from './api.ts';

/** GitHub makes a label that the repository does not have yet, and adds none twice. */
export async function addLabel(
  api: GithubApi,
  repository: Repository,
  number: number,
  label: string,
): Promise<void> {
  const question = {
    repository,
    what: `the label of ${number}`,
    route: 'POST /repos/{owner}/{repo}/issues/{issue_number}/labels',
    parameters: { issue_number: number, labels: [label] },
  } as const;
  await api.write(question, () => undefined);
}
