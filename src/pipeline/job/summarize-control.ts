import { shortenCommit } from '../../contract/commit.ts';
import { showProse } from '../../report/markdown-text.ts';
import type { Proof } from '../prove-gate.ts';
import type { Job } from './job.ts';

/** More tests are in the log only. */
const mostNamed = 50;

/** Whether the gate fires, as Markdown. */
export function summarizeControl(
  { change, request }: Job,
  { isProven, lines, sentence }: Proof,
): string {
  const { index, total } = request.shard;
  const shard = total === 1 ? '' : `, shard ${index + 1} of ${total}`;
  const more = lines.length - mostNamed;
  return [
    `### ${isProven ? 'The gate fires' : 'The gate does not fire'}${shard}`,
    '',
    `${showProse(sentence)}. Commit \`${shortenCommit(change.after.commit)}\` was measured against itself.`,
    '',
    ...lines.slice(0, mostNamed).map((line) => `- ${showProse(line)}`),
    ...(more > 0 ? [`- and ${more} more, in the log`] : []),
    '',
    ...(isProven ? [] : ['Find out why: `perigee variability` shows how far runs differ.', '']),
  ].join('\n');
}
