import { type Alert, lastTransition } from '../../../src/contract/alerts.ts';
import { moveAlert } from '../../../src/history/alerts/settle-alert.ts';
import type { Told } from '../deliveries/delivery.ts';
import type { RunKey } from '../ledger/ledger.ts';
import type { Repository } from '../subject.ts';
import { openRuns, platformOfRun } from '../runs/open-runs.ts';
import type { CommandPorts } from './answer.ts';
import { mayWrite } from './carry-out.ts';

/**
 * A button of a check that no open pull request has at its head: of a group of the merge queue, or of a push.
 * It can be measured again, and its alert acknowledged; for the rest there is no place to answer in.
 */
export async function pressOnCommit(
  ports: CommandPorts,
  repository: Repository,
  { button, commit, sender }: Extract<Told, { kind: 'button' }>,
  key: string,
): Promise<void> {
  const { github, ledger, logger, nowMs, signal } = ports;
  if (ledger.findAnswer(repository.id, key) !== undefined) return;
  const found = chooseRun(ledger, repository, commit);
  if (found === undefined || (button !== 'rerun' && button !== 'acknowledge')) return;
  if (!(await mayWrite(github, repository, sender))) return;
  if (button === 'acknowledge') {
    acknowledge(ports, repository, found, { commit, by: sender });
    return;
  }
  const side = openRuns(ports, platformOfRun({ id: found.runId }), repository, signal);
  const run = await side.read(found.runId, found.suite);
  const total = ledger.readVerdicts(found).at(-1)?.verdict.shards?.total ?? 1;
  // It tells by itself that it began, and again that it ended.
  if (run?.status === 'completed') await side.measureAllAgain(run, total);
  ledger.keepAnswer(repository.id, key, { number: 0, text: '', toOutsider: false }, nowMs());
  logger.log('info', 'has a commit measured again', { commit, runId: found.runId, sender });
}

/** What was said of it already stays. */
function acknowledge(
  { ledger, nowMs, wake }: CommandPorts,
  repository: Repository,
  { suite }: RunKey,
  { by, commit }: { by: string; commit: string },
): void {
  const name = `${repository.owner}/${repository.name}`;
  const isIt = (one: Alert): boolean =>
    one.commit === commit && one.suite === suite && one.foundBy === 'push';
  const alert = ledger.listAlerts(name).find(isIt);
  if (alert === undefined || lastTransition(alert).state !== 'new') return;
  ledger.changeAlert(name, alert.number, (one) =>
    moveAlert(one, { state: 'acknowledged', by, atMs: nowMs() }),
  );
  wake({ kind: 'push', repository, commit });
}

/** The newest. Of a commit that was also proposed in a pull request, by now closed, one that still counts. */
function chooseRun(
  ledger: CommandPorts['ledger'],
  { id }: Repository,
  commit: string,
): RunKey | undefined {
  const runs = ledger.listRuns(id, commit);
  const kindOf = (key: RunKey) => ledger.readVerdicts(key).at(-1)?.verdict.build.branchKind;
  return runs.find((key) => kindOf(key) !== 'pull-request') ?? runs[0];
}
