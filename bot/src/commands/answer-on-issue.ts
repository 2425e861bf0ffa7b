import { renderGateRecord } from '../../../src/report/gate/render-gate-markdown.ts';
import { answerFor } from '../main-branch/watch-gate.ts';
import { judgePast } from '../main-branch/judge-past.ts';
import { type JudgedPush, listAttempts } from '../main-branch/judged-push.ts';
import { readPush } from '../main-branch/walk-pushes.ts';
import {
  type AcceptCommand,
  chooseSeries,
  lastSeenMs,
  recordSeries,
  refuseUntil,
} from './accept-series.ts';
import { describeAccept, listAccepts } from './accept-words.ts';
import type { Answer, Asked, CommandPorts } from './answer.ts';
import type { Command } from './command.ts';
import { explainJudged } from './explain-series.ts';
import { describeHelp } from './help-words.ts';
import { describeJudged, type JudgedSituation } from './read-situation.ts';
import { bisectAlert, findAlert, noAlert, sayState } from './alert-of-issue.ts';
import { revokeAccept } from './revoke-accept.ts';

/** A command on our issue about a push that made the default branch slower. */
export type AskedOnIssue = Asked & { pushed: string };

const goneOrLater =
  'There are no measurements of this push: none is kept any more, or they arrived after this command.';
const inWork =
  'This push is being measured again. Repeat the command when the issue shows the result.';

/** @param asked by somebody with the right to it */
export async function answerOnIssue(
  ports: CommandPorts,
  asked: AskedOnIssue,
  command: Exclude<Command, { kind: 'wrong' | 'accept-how' }>,
): Promise<Answer> {
  const { repository, pushed } = asked;
  switch (command.kind) {
    case 'accept':
      return acceptOnPush(ports, asked, command);
    case 'explain': {
      const push = await judgePushed(ports, asked);
      return push === undefined
        ? { text: goneOrLater }
        : explainJudged(describe(push), command.what);
    }
    case 'revoke':
      return revokeAccept(ports, asked, command.id);
    case 'accepts': {
      const standing = ports.ledger.listAccepts(repository.id, ports.nowMs());
      const own = standing.filter(
        ({ commit, number }) => number === undefined && commit === pushed,
      );
      return { text: listAccepts(own, 'push') };
    }
    case 'alert':
    case 'bisect':
      return answerOfAlert(ports, asked, command);
    case 'rerun':
      return { text: 'Not from here: **Re-run** on the check of that commit measures it again.' };
    case 'expect':
      return { text: 'Not from here: the label that asks for it belongs to a pull request.' };
    case 'gate':
      return { text: renderGateRecord(answerFor(ports, repository)) };
    case 'help':
      return { text: describeHelp('issue') };
  }
}

/** An accept says what it covers, so what a push made worse is accepted by one, or not at all. */
async function answerOfAlert(
  ports: CommandPorts,
  asked: AskedOnIssue,
  command: Extract<Command, { kind: 'alert' | 'bisect' }>,
): Promise<Answer> {
  const alert = findAlert(ports, asked);
  if (alert === undefined) return { text: noAlert };
  if (command.kind === 'bisect') return bisectAlert(ports, asked, alert);
  const { because, state } = command;
  if (state === 'accepted' && because !== undefined && alert.foundBy === 'push') {
    return acceptOnPush(ports, asked, { kind: 'accept', what: 'all', because });
  }
  return sayState(ports, asked, alert, command);
}

/** Accepts what the push made worse. What was judged after this was written is not covered. */
async function acceptOnPush(
  ports: CommandPorts,
  asked: AskedOnIssue,
  command: AcceptCommand,
): Promise<Answer> {
  const { ledger, nowMs } = ports;
  const { by, key, pushed: commit, repository } = asked;
  const wakes = { kind: 'push' as const, repository, commit };
  const before = ledger.findAccept(repository.id, key);
  // It was carried out without an answer.
  if (before !== undefined) return { text: describeAccept(before, []), wakes };
  const refused = refuseUntil(command.until, nowMs());
  if (refused !== undefined) return { text: refused };
  const push = await judgePushed(ports, asked, { keptUntilMs: lastSeenMs(asked) });
  if (push === undefined) return { text: `Nothing was accepted. ${goneOrLater}` };
  if (isInWork(push)) return { text: `Nothing was accepted. ${inWork}` };
  const judged = describe(push);
  const chosen = chooseSeries(command, judged);
  if (typeof chosen === 'string') return { text: chosen };
  const accept = ledger.addAccept(
    {
      ...{ repositoryId: repository.id, commit, by, because: command.because, atMs: nowMs() },
      series: chosen.map((series) => recordSeries(series, judged)),
      until: command.until,
    },
    key,
  );
  return { text: describeAccept(accept, judged.brokenTests), wakes };
}

async function judgePushed(
  ports: CommandPorts,
  { repository, pushed }: AskedOnIssue,
  options: { keptUntilMs?: number } = {},
): Promise<JudgedPush | undefined> {
  const push = readPush(ports.ledger, repository, pushed, options);
  if (push === undefined) return undefined;
  const branch = await ports.github.defaultBranch(repository);
  return judgePast(ports, repository, branch, push, ports.signal);
}

/** Something was found in it, and what comes of that is not known yet. */
function isInWork(push: JudgedPush): boolean {
  const isRed = listAttempts(push).some(({ verdict }) => verdict.conclusion === 'regressed');
  return isRed && push.judgement === undefined;
}

/** As commands on a pull request see theirs. What awaits its confirmation is not in the issue either. */
function describe({ judgement, verdict }: JudgedPush): JudgedSituation {
  if (judgement === undefined) return { verdict, judged: new Map(), red: [], brokenTests: [] };
  return describeJudged(judgement, ['blocks']);
}
