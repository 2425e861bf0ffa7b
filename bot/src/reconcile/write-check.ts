import type { CheckContent, PullRequest } from '../github/github-side.ts';
import { type Subject, subjectKey } from '../subject.ts';
import { describeCheck } from './describe-check.ts';
import { isNoneOf } from './has-moved-on.ts';
import { type Look, lookAt, type LookContext } from './look.ts';
import { makeView } from './make-view.ts';

/**
 * Makes the check of the head say this, unless it does so already.
 * @returns `moved on` where it would say what is not so any more: nothing is written
 * @throws Unavailable, Refused
 */
export async function writeCheck(
  context: LookContext,
  look: Look,
  own: CheckContent,
): Promise<'done' | 'moved on'> {
  const { github, logger } = context.ports;
  const { head, subject } = look.change;
  const { repository } = subject;
  const standing = await github.findCheck(repository, head);
  if (standing?.externalId === own.externalId) return 'done';
  const open =
    subject.kind === 'merge-group' ? [] : await github.findPullRequests(repository, head);
  if (await isNoneOf(open, context.ports, look)) return 'moved on';
  const content = await chooseStrictest(context, look, own, open);
  if (content === undefined || standing?.externalId === content.externalId) return 'done';
  // A completed check stays completed: a new start is a new check, and the newest counts.
  const beginsAnew = standing?.status === 'completed' && content.status !== 'completed';
  const id = beginsAnew ? undefined : standing?.id;
  await github.writeCheck(repository, head, content, ...(id === undefined ? [] : [id]));
  const { conclusion, status } = content;
  const { state } = look.decision;
  logger.log('info', 'wrote a check', {
    ...{ subject: subjectKey(subject), head, status },
    state: state.kind === 'judged' ? state.outcome : state.kind,
    conclusion,
  });
  return 'done';
}

/**
 * A check belongs to a commit, and two pull requests may have the same one: to a branch with strict
 * thresholds and to one with loose ones. The strictest answer stands, or the second would open the first.
 * A push to the default branch has its check from them, while one is open.
 */
async function chooseStrictest(
  context: LookContext,
  look: Look,
  own: CheckContent,
  open: readonly PullRequest[],
): Promise<CheckContent | undefined> {
  const { head, subject } = look.change;
  if (subject.kind === 'merge-group') return own;
  const { repository } = subject;
  if (subject.kind === 'push') return open.length === 0 ? own : undefined;
  const others = open.map(({ number }) => number).filter((number) => number !== subject.number);
  const candidates: Candidate[] = [{ number: subject.number, content: own, look }];
  for (const number of others) {
    const found = await describeOther(context, { kind: 'pull-request', repository, number }, head);
    if (found !== undefined) candidates.push({ number, ...found });
  }
  const [strictest] = leaveOutUnmeasured(candidates).sort(
    (a, b) => rank(a.content) - rank(b.content) || a.number - b.number,
  );
  return strictest?.content;
}

interface Candidate {
  number: number;
  content: CheckContent;
  look: Look;
}

const unmeasured: ReadonlySet<string> = new Set(['waiting', 'no-run', 'run-failed']);

/**
 * Into the same branch the same commit is the same change, in every pull request: once it is judged, a pull request in
 * which nothing was measured has no say. Else a stranger could hold back any push, by proposing it too. Into another
 * branch it is another change, and waits for its own measurement.
 */
function leaveOutUnmeasured(candidates: readonly Candidate[]): Candidate[] {
  const nameChange = ({ look: { change } }: Candidate) => `${change.targetBranch} ${change.before}`;
  const kindOf = ({ look }: Candidate) => look.decision.state.kind;
  const judged = new Set(candidates.filter((one) => kindOf(one) === 'judged').map(nameChange));
  return candidates.filter((one) => !unmeasured.has(kindOf(one)) || !judged.has(nameChange(one)));
}

async function describeOther(
  context: LookContext,
  subject: Subject,
  head: string,
): Promise<Pick<Candidate, 'content' | 'look'> | undefined> {
  const look = await lookAt(context, subject);
  if (look === undefined || look.change.head !== head) return undefined;
  const view = await makeView(context, look);
  const content = view && describeCheck(look.decision, view);
  return content && { content, look };
}

/** The strictest first. */
const order = ['failure', 'action_required', 'in_progress', 'queued', 'neutral', 'success'];

function rank({ conclusion, status }: CheckContent): number {
  return order.indexOf(conclusion ?? status);
}
