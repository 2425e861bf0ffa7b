import { shortenCommit } from '../../../src/contract/commit.ts';
import { type Alert, isAlertOpen, needsReason } from '../../../src/contract/alerts.ts';
import { moveAlert } from '../../../src/history/alerts/settle-alert.ts';
import { showMarker } from '../../../src/report/markdown-text.ts';
import { nameSpan } from '../../../src/report/series-words.ts';
import { Refused } from '../../../src/transport/platform-errors.ts';
import type { Answer, Asked, CommandPorts } from './answer.ts';
import { markAlert, markCulprit } from '../main-branch/mark-culprit.ts';
import { showName, showPerson, showWords } from './answer-words.ts';
import type { Command } from './command.ts';

/** The workflow that looks for a commit: `perigee init --bot` writes it. */
export const bisectWorkflow = 'perigee-bisect.yml';

type AskedOfAlert = Pick<Asked, 'by' | 'culprit' | 'number' | 'repository'>;

/** The alert that an issue is about. Its marker may show the name of the suite otherwise than it is. */
export function findAlert(
  { ledger }: { ledger: Pick<CommandPorts['ledger'], 'listAlerts'> },
  { culprit, repository }: AskedOfAlert,
): Alert | undefined {
  if (culprit === undefined) return undefined;
  const shown = showMarker(markCulprit(culprit));
  return ledger
    .listAlerts(`${repository.owner}/${repository.name}`)
    .find((alert) => showMarker(markAlert(alert)) === shown);
}

export const noAlert = 'This issue has no alert: it is older than alerts are.';

export function sayState(
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
  const reason = because === undefined ? '' : ` Because: ${showWords(because)}`;
  const isRefutable = state === 'fixed' && budget !== undefined;
  const next = isAlertOpen({ transitions: [{ state, atMs }] })
    ? 'The issue stays open.'
    : `The bot closes the issue. \`/perigee alert new\` opens it again${isRefutable ? ', and so does the next commit that still exceeds the budget' : ''}.`;
  return {
    text: `This alert is **${state}**, says ${showPerson(by)}.${reason} ${next}`,
    wakes: { kind: 'push', repository, commit },
  };
}

/** Starts the workflow that measures some of the commits of an alert, and answers on its issue. */
export async function bisectAlert(
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
  const what = showName(`${nameSpan(worst)}, ${worst.metric}`);
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
  return `The workflow could not be started: ${showWords(message)}`;
}
