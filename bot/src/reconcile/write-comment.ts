import { renderComment } from '../../../src/report/pull-request/render-comment.ts';
import type { PullRequestView } from '../../../src/report/pull-request/view.ts';
import { commentMarker } from '../github/github-side.ts';
import { digestText } from '../../../src/transport/github/markers.ts';
import { subjectKey } from '../subject.ts';
import { hasMovedOn } from './has-moved-on.ts';
import type { Look } from './look.ts';
import type { LookPorts } from '../ports.ts';
import { Refused } from '../../../src/transport/platform-errors.ts';

/** Digests of what was written last, by subject: with the figures of the gate, and of what lasts without them. */
export type WrittenComments = Map<string, { whole: string; lasting: string }>;

const mostRemembered = 5000;

/**
 * Makes our one comment say this. It is left as it is where nothing but the figures of the gate in its foot
 * would change: each verdict elsewhere would edit every comment otherwise.
 * @returns `moved on` where it would say what is not so any more: nothing is written
 */
export async function writeComment(
  ports: Pick<LookPorts, 'github' | 'logger'>,
  written: WrittenComments,
  look: Look,
  view: PullRequestView,
): Promise<'done' | 'moved on'> {
  try {
    return await writeOne(ports, written, look, view);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    // A conversation may be locked. The check says the same, and its next moment has to be noted.
    const subject = subjectKey(look.change.subject);
    ports.logger.log('warn', 'GitHub takes no comment', { subject, why: error.message });
    return 'done';
  }
}

async function writeOne(
  ports: Pick<LookPorts, 'github'>,
  written: WrittenComments,
  look: Look,
  view: PullRequestView,
): Promise<'done' | 'moved on'> {
  const { github } = ports;
  const { change, decision } = look;
  const { subject } = change;
  if (subject.kind !== 'pull-request') return 'done';
  const { number, repository } = subject;
  const standing = await github.findComment(repository, number);
  if (standing === undefined && !decision.comments) return 'done';
  const { statistics: _, ...lasting } = view;
  const lastingText = renderComment(lasting, { marker: commentMarker });
  const lastingDigest = digestText(lastingText);
  const key = subjectKey(subject);
  const last = written.get(key);
  const said = standing && digestText(standing.body);
  if (last?.lasting === lastingDigest && last.whole === said) return 'done';
  const body = renderComment(view, { marker: commentMarker });
  const whole = digestText(body);
  if (whole !== said) {
    // Until it is our turn to write there may be another commit, and this must not stand as if it were of that.
    const isOutdated = () => hasMovedOn(ports, look);
    const standsNow = await github.writeComment(repository, number, body, isOutdated);
    if (standsNow === undefined) return 'moved on';
  }
  written.delete(key);
  written.set(key, { whole, lasting: lastingDigest });
  for (const oldest of written.keys()) {
    if (written.size <= mostRemembered) break;
    written.delete(oldest);
  }
  return 'done';
}
