import type { Button } from '../../../src/contract/documents.ts';
import { renderCheck } from '../../../src/report/pull-request/render-check.ts';
import type { PullRequestView } from '../../../src/report/pull-request/view.ts';
import { nameOwnCheck } from '../../../src/transport/github/checks.ts';
import { buttons } from '../deliveries/delivery.ts';
import type { CheckButton, CheckContent } from '../github/github-side.ts';
import type { Decision } from '../../../src/gate/gate-facts.ts';
import { suiteFile } from '../change/read-configuration.ts';

const descriptions: Readonly<Record<Button, Omit<CheckButton, 'identifier'>>> = {
  rerun: { label: 'Measure again', description: 'Measures again' },
  accept: { label: 'Accept all…', description: 'Answers with the command to paste' },
  acknowledge: { label: 'Acknowledge', description: 'Says that you look after its alert' },
  explain: { label: 'Explain', description: 'Answers with the evidence, in a comment' },
};

/**
 * The check of a decision. Its external id is a digest of what it says; how the gate fared elsewhere is left
 * out of that, or every check would change whenever one does.
 * @returns undefined where there is to be none
 */
export function describeCheck(
  { check, state }: Pick<Decision, 'check' | 'state'>,
  view: PullRequestView,
): CheckContent | undefined {
  if (check.status === 'none') return undefined;
  const { statistics: _, ...lasting } = view;
  const { links } = view;
  const detailsUrl = links.page ?? links.run;
  const frame = {
    status: check.status,
    ...(check.status === 'completed' ? { conclusion: check.conclusion } : {}),
    ...(detailsUrl === undefined ? {} : { detailsUrl }),
    buttons: check.status === 'completed' ? chooseButtons(state, check.conclusion, view) : [],
  };
  const lastingText = JSON.stringify([frame, renderCheck(lasting, { file: suiteFile })]);
  return {
    ...{ ...frame, ...renderCheck(view, { file: suiteFile }) },
    externalId: nameOwnCheck(lastingText),
  };
}

/**
 * GitHub shows them on a check that is completed. What does not stop the merge needs no accept, and a test that
 * breaks cannot have one.
 */
function chooseButtons(
  state: Decision['state'],
  conclusion: string,
  { kind = 'pull-request' }: PullRequestView,
): CheckButton[] {
  // Elsewhere there is no place to answer in.
  const isAnswered = kind === 'pull-request';
  const hasRun = state.kind === 'judged' || (state.kind === 'run-failed' && !state.isOfOtherBase);
  const isOfSeries =
    state.kind === 'judged' &&
    state.outcome === 'regressed' &&
    state.judgement.series.some(({ fate }) => fate === 'blocks');
  const isShown: Readonly<Record<Button, boolean>> = {
    rerun: hasRun,
    accept: isAnswered && isOfSeries && conclusion === 'failure',
    explain: isAnswered && isOfSeries,
    acknowledge: kind === 'push' && isOfSeries,
  };
  return buttons
    .filter((button) => isShown[button])
    .map((identifier) => ({ ...descriptions[identifier], identifier }));
}
