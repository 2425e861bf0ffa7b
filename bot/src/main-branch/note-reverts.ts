import { alarmDays } from '../../../src/gate/record/answer-gate.ts';
import { type CommitFacts, findReverted } from '../../../src/gate/record/reverts.ts';
import type { ListedCommit } from '../github/github-side.ts';
import type { LookPorts } from '../ports.ts';
import type { Repository } from '../subject.ts';
import { findTree, type KnownTrees } from './follow-history.ts';

const dayMs = 24 * 3_600_000;
/** Commits that are asked about in one look, the newest first. */
const mostAsked = 100;
/** Of one repository. Messages are written by anyone. */
const mostNamed = 5_000;

/** Id of a repository → commits that its branch reverts, with what is known of them. */
export type KnownReverts = Map<number, Map<string, CommitFacts | undefined>>;

/**
 * Keeps for the gate's record which red commits the default branch reverts.
 * @param listed commits that lead to its tip: all at first, later the newest
 */
export async function noteReverts(
  { github, ledger, nowMs }: Pick<LookPorts, 'github' | 'ledger' | 'nowMs'>,
  { known, listed, repository, trees }: NotedPlace,
): Promise<void> {
  const facts = new Map<string, CommitFacts>(listed.map((one) => [one.commit, one]));
  const reverts = known.get(repository.id) ?? new Map<string, CommitFacts | undefined>();
  known.set(repository.id, reverts);
  for (const commit of listed.flatMap((one) => one.reverts)) {
    if (reverts.size >= mostNamed) break;
    reverts.set(commit, facts.get(commit) ?? reverts.get(commit));
  }
  // A later look lists the newest commits only, and one that GitHub interrupted begins again.
  for (const [commit, one] of reverts) if (one !== undefined) facts.set(commit, one);
  const named = [...reverts.keys()];
  const red = ledger.listRedCommits(repository.id, nowMs() - alarmDays * dayMs);
  // A pull request that was squashed or rebased is on the branch under another name, with the same files.
  if (named.some((commit) => facts.has(commit))) {
    const aside = red.filter((commit) => !facts.has(commit));
    const open = aside.filter((commit) => !trees.has(commit)).slice(0, mostAsked);
    for (const commit of open) trees.set(commit, await findTree(github, repository, commit));
    for (const commit of aside) facts.set(commit, { tree: trees.get(commit) ?? '', parents: [] });
  }
  ledger.noteReverted(repository.id, [...findReverted(named, red, facts)]);
}

export interface NotedPlace {
  repository: Repository;
  known: KnownReverts;
  listed: readonly ListedCommit[];
  trees: KnownTrees;
}
