import { shortenCommit } from '../../contract/commit.ts';
import { heading, list, paragraph } from '../../report/blocks.ts';
import { printMarkdown } from '../../report/print-markdown.ts';
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
  return printMarkdown([
    heading(`${isProven ? 'The gate fires' : 'The gate does not fire'}${shard}`, 3),
    ...paragraph(
      `${sentence}. Commit `,
      { code: shortenCommit(change.after.commit) },
      ' was measured against itself.',
    ),
    ...list(lines, 'lines, in the log', mostNamed),
    ...(isProven
      ? []
      : paragraph('Find out why: `perigee variability` shows how far runs differ.')),
  ]);
}
