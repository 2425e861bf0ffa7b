import type { Told } from '../deliveries/delivery.ts';
import type { Repository } from '../subject.ts';
import type { CommandPorts } from './answer.ts';
import { mayWrite } from './carry-out.ts';

/**
 * A button of a check that no open pull request has at its head: of a group of the merge queue, or of a push.
 * It can be measured again; for the rest there is no place to answer in.
 */
export async function pressOnCommit(
  { github, ledger, logger, nowMs }: CommandPorts,
  repository: Repository,
  { button, commit, sender }: Extract<Told, { kind: 'button' }>,
  key: string,
): Promise<void> {
  if (ledger.findAnswer(repository.id, key) !== undefined) return;
  const found = ledger.findRun(repository.id, commit);
  if (button !== 'rerun' || found === undefined) return;
  if (!(await mayWrite(github, repository, sender))) return;
  const run = await github.readWorkflowRun(repository, found.runId);
  // It tells by itself that it began, and again that it ended.
  if (run?.status === 'completed') await github.rerunRun(repository, run.id, 'all');
  ledger.keepAnswer(repository.id, key, { number: 0, text: '', toOutsider: false }, nowMs());
  logger.log('info', 'has a commit measured again', { commit, runId: found.runId, sender });
}
