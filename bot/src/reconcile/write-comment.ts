import { renderComment } from '../../../src/report/pull-request/render-comment.ts';
import type { PullRequestView } from '../../../src/report/pull-request/view.ts';
import { commentMarker, GithubRefused } from '../github/github-side.ts';
import { digestText } from '../github/markers.ts';
import { subjectKey } from '../subject.ts';
import type { Look } from './look.ts';
import type { ReconcilePorts } from './ports.ts';

/** Digests of what was written last, by subject: with the figures of the gate, and of what lasts without them. */
export type WrittenComments = Map<string, { whole: string; lasting: string }>;

const mostRemembered = 5000;

/**
 * Makes our one comment say this. It is left as it is where nothing but the figures of the gate in its foot
 * would change: each verdict elsewhere would edit every comment otherwise.
 */
export async function writeComment(
  ports: Pick<ReconcilePorts, 'github' | 'logger'>,
  written: WrittenComments,
  look: Look,
  view: PullRequestView,
): Promise<void> {
  try {
    await writeOne(ports, written, look, view);
  } catch (error) {
    if (!(error instanceof GithubRefused)) throw error;
    // A conversation may be locked. The check says the same, and its next moment has to be noted.
    const subject = subjectKey(look.change.subject);
    ports.logger.log('warn', 'GitHub takes no comment', { subject, why: error.message });
  }
}

async function writeOne(
  { github }: Pick<ReconcilePorts, 'github'>,
  written: WrittenComments,
  { change, decision }: Look,
  view: PullRequestView,
): Promise<void> {
  const { subject } = change;
  if (subject.kind !== 'pull-request') return;
  const { number, repository } = subject;
  const standing = await github.findComment(repository, number);
  if (standing === undefined && !decision.comments) return;
  const { statistics: _, ...lasting } = view;
  const lastingText = renderComment(lasting, { marker: commentMarker });
  const lastingDigest = digestText(lastingText);
  const key = subjectKey(subject);
  const last = written.get(key);
  const said = standing && digestText(standing.body);
  if (last?.lasting === lastingDigest && last.whole === said) return;
  const body = renderComment(view, { marker: commentMarker });
  const whole = digestText(body);
  if (whole !== said) await github.writeComment(repository, number, body);
  written.delete(key);
  written.set(key, { whole, lasting: lastingDigest });
  for (const oldest of written.keys()) {
    if (written.size <= mostRemembered) break;
    written.delete(oldest);
  }
}
