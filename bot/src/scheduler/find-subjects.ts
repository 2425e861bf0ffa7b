import type { BuildKey } from '../../../src/contract/documents.ts';
import { UserError } from '../../../src/contract/user-error.ts';
import { isGithubRun } from '../../../src/transport/github/names.ts';
import { Refused } from '../../../src/transport/platform-errors.ts';
import { findSharedAt } from '../change/read-configuration.ts';
import type { Repository, Subject } from '../subject.ts';
import type { WorkPorts } from './ports.ts';
import type { RepositoryDirectory } from './repository-directory.ts';

export type SearchPorts = Pick<WorkPorts, 'github' | 'ledger' | 'findFacts' | 'nowMs'> & {
  directory: RepositoryDirectory;
};

/** A pull request unchanged for longer has its check, or nothing waits for it. */
export const sweptDays = 14;
const dayMs = 24 * 3_600_000;

/**
 * Whose check is on this commit: open pull requests, and what the ledger knows not to be done.
 * @param pushedTo the default branch, where the commit was pushed to it; otherwise empty
 */
export async function findByCommit(
  { github, ledger }: SearchPorts,
  repository: Repository,
  commit: string,
  pushedTo: string,
): Promise<Subject[]> {
  const pulls = await github.findPullRequests(repository, commit);
  const others = ledger
    .listUnfinished()
    .filter(
      (subject) =>
        subject.repository.id === repository.id &&
        ((subject.kind === 'merge-group' && subject.head === commit) ||
          (subject.kind === 'push' && subject.commit === commit && pushedTo === '')),
    );
  return [
    ...pulls.map(({ number }): Subject => ({ kind: 'pull-request', repository, number })),
    ...others,
    ...(pushedTo === '' ? [] : [{ kind: 'push' as const, repository, commit }]),
  ];
}

/** Whose build it is whose series were stored. @param repository that of the build, as it is installed now */
export async function findByBuild(
  ports: SearchPorts,
  repository: Repository,
  build: BuildKey,
  signal: AbortSignal,
): Promise<Subject[]> {
  const { github } = ports;
  if (!isGithubRun(build.runId)) {
    const facts = await findBuildkiteFacts(ports, build, signal);
    if (facts === undefined) return [];
    const pushedTo = facts.branchKind === 'default' ? (facts.branch ?? '') : '';
    return findByCommit(ports, repository, facts.commit, pushedTo);
  }
  const run = await github.findRunOrigin(repository, Number(build.runId));
  if (run === undefined) return [];
  const isOwnPush = run.event === 'push' && run.headRepositoryId === repository.id;
  const branch = isOwnPush ? await github.defaultBranch(repository) : '';
  const pushedTo = isOwnPush && run.headBranch === branch ? branch : '';
  return findByCommit(ports, repository, run.head, pushedTo);
}

async function findBuildkiteFacts(
  { findFacts }: SearchPorts,
  build: BuildKey,
  signal: AbortSignal,
) {
  try {
    return await findFacts(build, 'buildkite', signal);
  } catch (error) {
    // This service has no access there.
    if (error instanceof UserError) return undefined;
    throw error;
  }
}

export interface RecentSubject {
  subject: Subject;
  /** In any way, by anyone. */
  updatedAtMs: number;
}

/** The open pull requests of one repository that were changed lately. */
export async function listRecent(
  { github, nowMs }: SearchPorts,
  repository: Repository,
): Promise<RecentSubject[]> {
  const sinceMs = nowMs() - sweptDays * dayMs;
  const pulls = await github.listOpenPullRequests(repository);
  return pulls
    .filter(({ updatedAtMs }) => updatedAtMs >= sinceMs)
    .map(({ number, updatedAtMs }) => ({
      subject: { kind: 'pull-request', repository, number },
      updatedAtMs,
    }));
}

/** More wait for a sweep: those unchanged for longest. */
const mostInto = 300;

/**
 * The open pull requests that are judged by the perigee.yml of this branch, however old they are.
 * @param yaml files that changed: nothing is found where thresholds come from none of them; undefined: perigee.yml did
 */
export async function findByTarget(
  { github, readers }: Pick<WorkPorts, 'github' | 'readers'>,
  repository: Repository,
  branch: string,
  yaml?: readonly string[],
): Promise<Subject[]> {
  if (yaml !== undefined) {
    const shared = await findSharedAt({ github, readers }, repository, branch);
    if (shared === undefined || !yaml.includes(shared)) return [];
  }
  const pulls = await github.listOpenPullRequests(repository, branch);
  return pulls
    .filter(({ baseBranch }) => baseBranch === branch)
    .slice(0, mostInto)
    .map(({ number }) => ({ kind: 'pull-request', repository, number }));
}

export async function listOfInstallation(
  ports: SearchPorts,
  installation: number,
): Promise<Subject[]> {
  const repositories = await ports.directory.refresh();
  const ours = repositories.filter((repository) => repository.installation === installation);
  const found: Subject[] = [];
  for (const repository of ours) {
    // One that we may not read keeps us from none of the others.
    const recent = await listRecent(ports, repository).catch((error: unknown) => {
      if (!(error instanceof Refused)) throw error;
      return [];
    });
    found.push(...recent.map(({ subject }) => subject));
  }
  return found;
}
