import { createHash } from 'node:crypto';
import { renderCheck } from '../../../src/report/pull-request/render-check.ts';
import type { PullRequestView } from '../../../src/report/pull-request/view.ts';
import { type Button, buttons } from '../deliveries/delivery.ts';
import type { CheckButton, CheckContent } from '../github/github-side.ts';
import type { Decision } from '../state/gate-facts.ts';
import { suiteFile } from './read-configuration.ts';

const descriptions: Readonly<Record<Button, Omit<CheckButton, 'identifier'>>> = {
  rerun: { label: 'Measure again', description: 'Runs the measurement once more' },
  accept: { label: 'Accept all', description: 'Takes what is worse into the bargain' },
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
    buttons: check.status === 'completed' ? chooseButtons(state) : [],
  };
  const lastingText = JSON.stringify([frame, renderCheck(lasting, { file: suiteFile })]);
  const externalId = createHash('sha256').update(lastingText).digest('hex').slice(0, 40);
  return { ...frame, ...renderCheck(view, { file: suiteFile }), externalId };
}

/** GitHub shows them on a check that is completed. */
function chooseButtons(state: Decision['state']): CheckButton[] {
  const isRed = state.kind === 'judged' && state.outcome === 'regressed';
  const hasRun = isRed || state.kind === 'judged' || state.kind === 'run-failed';
  return buttons
    .filter((button) => (button === 'rerun' ? hasRun : isRed))
    .map((identifier) => ({ ...descriptions[identifier], identifier }));
}
