import type { CheckContent } from '../github/github-side.ts';
import { type Subject, subjectKey } from '../subject.ts';
import { describeCheck } from './describe-check.ts';
import { type Look, lookAt, type LookContext } from './look.ts';
import { makeView } from './make-view.ts';

/**
 * Makes the check of the head say this, unless it does so already.
 * @throws GithubUnavailable, GithubRefused
 */
export async function writeCheck(
  context: LookContext,
  look: Look,
  own: CheckContent,
): Promise<void> {
  const { github, logger } = context.ports;
  const { head, subject } = look.change;
  const { repository } = subject;
  const standing = await github.findCheck(repository, head);
  if (standing?.externalId === own.externalId) return;
  const content = await chooseStrictest(context, look, own);
  if (content === undefined || standing?.externalId === content.externalId) return;
  // A check that is completed stays so: what begins anew is a new one, and the newest counts.
  const beginsAnew = standing?.status === 'completed' && content.status !== 'completed';
  const id = beginsAnew ? undefined : standing?.id;
  await github.writeCheck(repository, head, content, ...(id === undefined ? [] : [id]));
  const { conclusion, status } = content;
  const { state } = look.decision;
  logger.log('info', 'wrote a check', {
    ...{ subject: subjectKey(subject), head, status },
    state: state.kind === 'judged' ? state.outcome : state.kind,
    ...(conclusion === undefined ? {} : { conclusion }),
  });
}

/**
 * A check belongs to a commit, and two pull requests may have the same one: to a branch with strict
 * thresholds and to one with loose ones. The strictest answer stands, or the second would open the first.
 * What was pushed to the default branch has its check from them, while one is open.
 */
async function chooseStrictest(
  context: LookContext,
  { change }: Look,
  own: CheckContent,
): Promise<CheckContent | undefined> {
  const { head, subject } = change;
  if (subject.kind === 'merge-group') return own;
  const { repository } = subject;
  const open = await context.ports.github.findPullRequests(repository, head);
  if (subject.kind === 'push') return open.length === 0 ? own : undefined;
  const others = open.map(({ number }) => number).filter((number) => number !== subject.number);
  const candidates = [{ number: subject.number, content: own }];
  for (const number of others) {
    const content = await describeOther(
      context,
      { kind: 'pull-request', repository, number },
      head,
    );
    if (content !== undefined) candidates.push({ number, content });
  }
  candidates.sort((a, b) => rank(a.content) - rank(b.content) || a.number - b.number);
  return candidates[0]?.content;
}

async function describeOther(
  context: LookContext,
  subject: Subject,
  head: string,
): Promise<CheckContent | undefined> {
  const look = await lookAt(context, subject);
  if (look === undefined || look.change.head !== head) return undefined;
  const view = await makeView(context, look);
  return view && describeCheck(look.decision, view);
}

/** The strictest first. */
const order = ['failure', 'action_required', 'in_progress', 'queued', 'neutral', 'success'];

function rank({ conclusion, status }: CheckContent): number {
  return order.indexOf(conclusion ?? status);
}
