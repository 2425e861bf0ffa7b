import type { Build } from '../../contract/documents.ts';
import type { CiBuildKey, CiFacts } from './ci-facts.ts';

/** The facts as an aggregate carries them: they win over what run records say of their build. */
export function describeFacts({ repository }: CiBuildKey, facts: CiFacts): Partial<Build> {
  const { parents, branch, branchKind, pullRequest, author, committedAt, links } = facts;
  return {
    repository,
    parents,
    branchKind,
    links,
    branch,
    pullRequest,
    author,
    committedAt,
  };
}
