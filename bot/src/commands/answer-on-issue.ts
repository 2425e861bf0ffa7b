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
  revokeAccept,
} from './accept-series.ts';
import {
  describeAccept,
  listAccepts,
  formatName,
  formatPerson,
  formatWords,
} from './format-answer.ts';
import type { Answer, Asked, CommandPorts } from './answer.ts';
import { type Command, describeHelp } from './command.ts';
import { explainJudged } from './explain-series.ts';
import { describeJudged, type JudgedSituation } from './read-situation.ts';
import { shortenCommit } from '../../../src/contract/commit.ts';
import { type Alert, isAlertOpen, needsReason } from '../../../src/contract/alerts.ts';
import { moveAlert } from '../../../src/history/alerts/settle-alert.ts';
import { formatMarker } from '../../../src/report/markdown-text.ts';
import { nameSlice } from '../../../src/report/series-words.ts';
import { Refused } from '../../../src/transport/platform-errors.ts';
import { markAlert, markCulprit } from '../main-branch/write-issue.ts';

/** A command on our issue about a push that made the default branch slower. */
export type AskedOnIssue = Asked & { pushed: string };

const goneOrLater =
  'There are no measurements of this push: none is kept any more, or they arrived after this command.';
const inWork =
  'This push is being measured again. Repeat the command when the issue shows the result.';

/** @param asked by a person with the right to it */
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
  return answerState(ports, asked, alert, command);
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

/** The workflow that looks for a commit: `perigee init --bot` writes it. */
export const bisectWorkflow = 'perigee-bisect.yml';

type AskedOfAlert = Pick<Asked, 'by' | 'culprit' | 'number' | 'repository'>;

/** The alert that an issue is about. Its marker may show the name of the suite otherwise than it is. */
export function findAlert(
  { ledger }: { ledger: Pick<CommandPorts['ledger'], 'listAlerts'> },
  { culprit, repository }: AskedOfAlert,
): Alert | undefined {
  if (culprit === undefined) return undefined;
  const shown = formatMarker(markCulprit(culprit));
  return ledger
    .listAlerts(`${repository.owner}/${repository.name}`)
    .find((alert) => formatMarker(markAlert(alert)) === shown);
}

const noAlert = 'This issue has no alert: it is older than alerts are.';

function answerState(
  { ledger, nowMs }: Pick<CommandPorts, 'ledger' | 'nowMs'>,
  { by, repository }: AskedOfAlert,
  alert: Alert,
  { because, state }: Extract<Command, { kind: 'alert' }>,
): Answer {
  const { budget, commit, number } = alert;
  if (because === undefined && needsReason(state, alert)) {
    return {
      text: `Nothing changed: this budget holds back pull requests, so **${state}** needs a reason. Write \`/perigee alert ${state} because <reason>\`.`,
    };
  }
  const why = because === undefined ? {} : { because };
  const atMs = nowMs();
  ledger.changeAlert(`${repository.owner}/${repository.name}`, number, (one) =>
    moveAlert(one, { state, by, ...why, atMs }),
  );
  const reason = because === undefined ? '' : ` Because: ${formatWords(because)}`;
  const isRefutable = state === 'fixed' && budget !== undefined;
  const next = isAlertOpen({ transitions: [{ state, atMs }] })
    ? 'The issue stays open.'
    : `The bot closes the issue. \`/perigee alert new\` opens it again${isRefutable ? ', and so does the next commit that still exceeds the budget' : ''}.`;
  return {
    text: `This alert is **${state}**, says ${formatPerson(by)}.${reason} ${next}`,
    wakes: { kind: 'push', repository, commit },
  };
}

/** Starts the workflow that measures some of the commits of an alert, and answers on its issue. */
async function bisectAlert(
  { github }: Pick<CommandPorts, 'github'>,
  { number, repository }: AskedOfAlert,
  { budget, isGradual, range, series }: Alert,
): Promise<Answer> {
  const [worst] = series;
  if (budget !== undefined || isGradual === true) {
    return {
      text: 'There is no single commit to find: many commits did this, step by step. `perigee history` lists what each contributed.',
    };
  }
  if (worst === undefined) {
    return {
      text: 'There is no series to follow: only tests that fail. The log of the run says why.',
    };
  }
  const { after, upTo } = range;
  if ((await github.findFirstParent(repository, upTo)) === after) {
    return { text: `There is only one commit that it can be: ${upTo}.` };
  }
  const branch = await github.defaultBranch(repository);
  const inputs = {
    ...{ good: after, bad: upTo, issue: String(number) },
    ...{ test: worst.test, span: worst.span, metric: worst.metric },
  };
  try {
    await github.startWorkflow(repository, bisectWorkflow, branch, inputs);
  } catch (error) {
    if (!(error instanceof Refused) || error.isOfInstallation) throw error;
    return { text: explainRefused(error) };
  }
  const what = formatName(`${nameSlice(worst)}, ${worst.metric}`);
  return {
    text: `Measuring commits after ${shortenCommit(after)} up to ${shortenCommit(upTo)}, by ${what}. The result will be a comment here. The runs of \`${bisectWorkflow}\` show how far it is; if one is stopped, re-run it and it goes on.`,
  };
}

function explainRefused({ message, status }: Refused): string {
  if (status === 404 || status === 422) {
    return `There is no workflow to start: the default branch needs \`.github/workflows/${bisectWorkflow}\` with the inputs \`good\`, \`bad\`, \`test\`, \`span\`, \`metric\` and \`issue\`. \`perigee init --bot\` writes it.`;
  }
  if (status === 403 && /not accessible by integration/i.test(message)) {
    return 'The app may not start workflows (actions: write); a maintainer can grant it.';
  }
  return `The workflow could not be started: ${formatWords(message)}`;
}
