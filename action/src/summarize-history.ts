import type { RunRecord } from '../../src/contract/documents.ts';
import { showCode, showProse } from '../../src/report/markdown-text.ts';
import type { Delivery } from './deliver-shard.ts';
import type { Job } from './open-job.ts';

/** What was measured of the tip of a branch, as Markdown. */
export function summarizeHistory(
  { change, inputs, notes }: Job,
  record: RunRecord,
  { artifact, stored, why }: Delivery,
): string {
  const { index, total } = inputs.shard;
  const shard = total === 1 ? '' : `, shard ${index + 1} of ${total}`;
  const lines = [
    `### History of ${showCode(record.suite)}${shard}`,
    '',
    `${showCode(change.after.commit.slice(0, 12))} alone: ${record.tests.length} tests, ${record.profiles.length} executions. Nothing is compared here.`,
    '',
    stored === undefined
      ? `> [!WARNING]\n> The results could not be uploaded: ${showProse(why ?? 'no reason is known')}`
      : `Artifact ${showCode(artifact)}, ${stored.bytes.toLocaleString('en-US')} bytes.`,
    '',
    ...notes.flatMap((note) => ['> [!NOTE]', `> ${showProse(note)}`, '']),
  ];
  return lines.join('\n');
}
