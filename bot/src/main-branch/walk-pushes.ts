import { isAlone } from '../../../src/contract/sides.ts';
import type { LookPorts } from '../ports.ts';
import type { Repository } from '../subject.ts';
import type { AttemptVerdict } from '../ledger/ledger.ts';
import type { JudgedPush, PushRun } from './judged-push.ts';

const mostCommits = 100;
const mostPushes = 30;

/** A commit → its first parent. A commit never gets another one. */
export type KnownParents = Map<string, string | undefined>;

const mostKnown = 20_000;

/**
 * The pushes to the default branch that were measured, from its tip backwards. What the ledger has of them is
 * read again each time, so that the order in which they were judged makes no difference.
 * @returns newest first, at most 30
 */
export async function walkPushes(
  { github, ledger }: Pick<LookPorts, 'github' | 'ledger'>,
  parents: KnownParents,
  repository: Repository,
  tip: string,
): Promise<JudgedPush[]> {
  const pushes: JudgedPush[] = [];
  let commit: string | undefined = tip;
  for (let seen = 0; seen < mostCommits && pushes.length < mostPushes; seen++) {
    if (commit === undefined) break;
    const push = readPush(ledger, repository, commit);
    if (push !== undefined) pushes.push(push);
    // Between two pushes there may be many commits: those of one push were measured at once.
    commit = push?.before ?? (await findParent(commit));
  }
  return pushes;

  async function findParent(child: string): Promise<string | undefined> {
    if (parents.has(child)) return parents.get(child);
    const parent = await github.findFirstParent(repository, child);
    if (parents.size >= mostKnown) parents.clear();
    parents.set(child, parent);
    return parent;
  }
}

/**
 * The runs of a push, by the suite of the newest. The same commit may be the head of a pull request too, before
 * and after, and what was measured for that, or alone, says nothing of the push.
 * @param options `keptUntilMs`: only verdicts that were visible by then
 */
export function readPush(
  ledger: Pick<LookPorts['ledger'], 'listRuns' | 'readVerdicts'>,
  repository: Repository,
  commit: string,
  options: { keptUntilMs?: number } = {},
): JudgedPush | undefined {
  const isOfPush = ({ verdict: { build } }: AttemptVerdict): boolean =>
    build.branchKind === 'default' && !isAlone(build) && build.before.commit !== commit;
  const runs = ledger
    .listRuns(repository.id, commit)
    .map((key): PushRun => ({ key, attempts: ledger.readVerdicts(key, options).filter(isOfPush) }))
    .filter(({ attempts }) => attempts.length > 0)
    .toReversed();
  const newest = runs.at(-1);
  const verdict = newest?.attempts.at(-1)?.verdict;
  if (newest === undefined || verdict === undefined) return undefined;
  const { key } = newest;
  const before = verdict.build.before.commit;
  return { commit, before, key, verdict, runs: runs.filter((one) => one.key.suite === key.suite) };
}
