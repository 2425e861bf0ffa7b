import { type Alert, lastTransition } from '../../../src/contract/alerts.ts';
import type { Button, Told } from '../../../src/contract/documents.ts';
import { moveAlert } from '../../../src/history/alerts/settle-alert.ts';
import { Refused } from '../../../src/transport/platform-errors.ts';
import type { Delivery } from '../deliveries/delivery.ts';
import type { RunKey } from '../ledger/ledger.ts';
import { markCulprit } from '../main-branch/write-issue.ts';
import { openRuns, platformOfRun } from '../runs/open-runs.ts';
import type { Repository } from '../subject.ts';
import type { CommandPorts } from './answer.ts';
import { carryOut, mayWrite } from './carry-out.ts';
import type { Command } from './command.ts';
import { createOutsiders } from './outsiders.ts';
import { parseCommand } from './parse-command.ts';

export interface Commands {
  /**
   * Does what a comment or a button asks for, and answers. Doing it again changes nothing: what was done is
   * in the ledger, by the comment or the press.
   * @throws Unavailable when it has to be done later; Refused where the installation is gone
   */
  execute(delivery: Delivery): Promise<void>;
}

const botLogin = /\[bot\]$/i;

const ofButton: Readonly<Record<string, Command>> = {
  rerun: { kind: 'rerun' },
  accept: { kind: 'accept-how' },
  explain: { kind: 'explain', what: 'all' },
};

/** Follows the name of the person. GitHub's own button "Re-run" counts as `rerun` too. */
const pressed: Readonly<Record<Button, string>> = {
  rerun: 'asked for a new measurement on the page of the check.',
  acknowledge: 'pressed **Acknowledge** on the page of the check.',
  accept: 'pressed **Accept all…** on the page of the check.',
  explain: 'pressed **Explain** on the page of the check.',
};

/** Carries out what people ask for in comments and with the buttons of the check. */
export function createCommands(given: Omit<CommandPorts, 'outsiders'>): Commands {
  const ports: CommandPorts = { ...given, outsiders: createOutsiders(given.nowMs) };
  return {
    async execute(delivery) {
      try {
        await execute(ports, delivery);
      } catch (error) {
        if (!(error instanceof Refused) || error.isOfInstallation) throw error;
        // E.g. a locked conversation: the answer cannot be posted.
        ports.logger.log('warn', 'a command could not be carried out', {
          delivery: delivery.id,
          error,
        });
      }
    },
  };
}

async function execute(ports: CommandPorts, delivery: Delivery): Promise<void> {
  const { repository, what } = delivery;
  if (what.kind === 'comment') {
    // Ours too: what we quote must not command us, and two bots must not talk to each other for ever.
    if (what.authorIsBot || botLogin.test(what.author)) return;
    const parsed = parseCommand(what.body);
    if (parsed === undefined) return;
    const { culprit, number } = what;
    if (culprit !== undefined) {
      // Any user may write an issue that looks like ours.
      const own = await ports.github.findIssue(repository, markCulprit(culprit));
      if (own?.number !== number) return;
    }
    await carryOut(
      ports,
      {
        ...{ repository, number, by: what.author },
        ...(culprit === undefined ? {} : { culprit, pushed: culprit.commit }),
        key: `comment-${what.commentId}`,
        writtenAtMs: Date.parse(what.writtenAt),
      },
      parsed,
    );
  } else if (what.kind === 'button') {
    if (botLogin.test(what.sender)) return;
    const command = ofButton[what.button];
    // An alert is of the branch, also where a pull request has the same commit.
    const found =
      command === undefined ? [] : await ports.github.findPullRequests(repository, what.commit);
    if (found.length === 0) await pressOnCommit(ports, repository, what, `button-${delivery.id}`);
    if (command === undefined) return;
    for (const { number } of found) {
      await carryOut(
        ports,
        {
          ...{ repository, number, by: what.sender },
          key: `button-${delivery.id}-${number}`,
          writtenAtMs: Date.parse(delivery.receivedAt),
        },
        { command, asked: { pressed: pressed[what.button] }, more: 0 },
      );
    }
  }
}

/**
 * A button of a check that no open pull request has at its head: of a group of the merge queue, or of a push.
 * It can be measured again, and its alert acknowledged; for the rest there is no place to answer in.
 */
async function pressOnCommit(
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

/** Earlier answers stay. */
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
