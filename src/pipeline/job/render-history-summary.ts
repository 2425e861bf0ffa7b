import { countThings } from '../../contract/count-things.ts';
import { shortenCommit } from '../../contract/commit.ts';
import type { RunRecord } from '../../contract/documents.ts';
import { heading, type Inline, join, note, paragraph } from '../../report/blocks.ts';
import { printMarkdown } from '../../report/print-markdown.ts';
import type { Site } from '../../report/summary/site.ts';
import { describeStored } from './deliver-shard.ts';
import type { Delivery, Job } from './job.ts';

/** The measurement of a branch's tip, as Markdown. */
export function renderHistorySummary(
  { change, notes, request }: Job,
  record: RunRecord,
  delivery: Delivery,
  neverPassed: readonly string[],
  site: Site = 'github',
): string {
  const { index, total } = request.shard;
  const shard = total === 1 ? '' : `, shard ${index + 1} of ${total}`;
  const measured = `${countThings(record.tests.length, 'test')}, ${countThings(record.profiles.length, 'execution')}`;
  return printMarkdown(
    [
      heading(['History of ', { code: record.suite }, shard], 3),
      ...paragraph(
        { code: shortenCommit(change.after.commit) },
        ` alone: ${measured}. Nothing is compared here.`,
      ),
      ...note('warning', nameNeverPassed(neverPassed)),
      ...describeStored(delivery),
      ...notes.flatMap((text) => note('note', [text])),
    ],
    { site },
  );
}

const mostNamed = 20;

function nameNeverPassed(tests: readonly string[]): Inline[][] {
  if (tests.length === 0) return [];
  const named = tests.slice(0, mostNamed).map((code) => ({ code }));
  const left = tests.length - named.length;
  const more = left > 0 ? ` and ${left} more` : '';
  return [['Never passed, so there is no history of: ', ...join(named, ', '), more]];
}
