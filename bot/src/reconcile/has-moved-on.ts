import type { PullRequest } from '../github/github-side.ts';
import type { Look } from './look.ts';
import type { LookPorts } from '../ports.ts';

type Ports = Pick<LookPorts, 'github'>;

/**
 * Asked before anything is written: what was looked at may be another commit by now, or have another base. The
 * list of those that have the commit says so too, and changes less often than a pull request, which is another
 * one after each check and comment: mostly GitHub has nothing new to say, and does not count that.
 */
export async function hasMovedOn(ports: Ports, { change }: Pick<Look, 'change'>): Promise<boolean> {
  const { head, subject } = change;
  if (subject.kind !== 'pull-request') return false;
  const open = await ports.github.findPullRequests(subject.repository, head);
  return isNoneOf(open, ports, { change });
}

/**
 * The same, where the open pull requests of the commit were read just now.
 * @param open GitHub may not yet know which ones have a commit that was just pushed
 */
export async function isNoneOf(
  open: readonly PullRequest[],
  { github }: Ports,
  { change }: Pick<Look, 'change'>,
): Promise<boolean> {
  const { head, isOpen, subject, targetBranch } = change;
  if (subject.kind !== 'pull-request') return false;
  const { number, repository } = subject;
  const now =
    open.find((each) => each.number === number) ??
    (await github.readPullRequest(repository, number));
  return now?.head !== head || now.isOpen !== isOpen || now.baseBranch !== targetBranch;
}
