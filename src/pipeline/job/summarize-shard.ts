import { countThings } from '../../contract/count-things.ts';
import { shortenCommit } from '../../contract/commit.ts';
import type { RunRecord, Verdict } from '../../contract/documents.ts';
import { fold, heading, type Inline, list, note, paragraph } from '../../report/blocks.ts';
import { printMarkdown } from '../../report/print-markdown.ts';
import type { Site } from '../../report/summary/site.ts';
import { describeSpooled, describeStored } from './deliver-shard.ts';
import type { Delivery, Job } from './job.ts';

const mostTests = 50;

/** The work of one shard of several, as Markdown: few lines, for the verdict is in the summary of the report. */
export function summarizeShard(
  { request, change, notes }: Job,
  record: RunRecord,
  { counts, headline }: Verdict,
  delivery: Delivery,
  site: Site = 'github',
): string {
  const { emission } = delivery;
  const { index, total } = request.shard;
  const { after, before } = change;
  const nameSide = ({ commit }: typeof after): Inline => ({ code: shortenCommit(commit) });
  const compared: Inline[] =
    before === undefined ? [nameSide(after), ' alone'] : [nameSide(before), ' → ', nameSide(after)];
  const told: Inline[] =
    emission.kind === 'sent'
      ? ['Told ', { code: emission.to }, '.']
      : [`${describeSpooled(delivery, emission)}.`];
  return printMarkdown(
    [
      heading([`Shard ${index + 1} of ${total} of `, { code: record.suite }], 3),
      ...paragraph(...compared, ` · ${listAmounts(record).join(' · ')}`),
      ...paragraph(`By itself: ${headline}.`),
      ...paragraph(
        `Of its series: ${counts.regressed} regressed, ${counts.improved} improved, ${counts.undecided} undecided, ${counts['not-regressed']} not regressed. The report gives the verdict over all shards.`,
      ),
      ...describeStored(delivery),
      ...paragraph(...told),
      ...notes.flatMap((text) => note('note', [text])),
      ...fold(
        'Tests',
        list(
          record.tests.map(({ name }) => ({ code: name })),
          'tests',
          mostTests,
        ),
      ),
    ],
    { site },
  );
}

function listAmounts({ profiles, tests }: RunRecord): string[] {
  const pairs = profiles.reduce((most, { repeat }) => Math.max(most, repeat + 1), 0);
  const named = countThings(tests.length, 'test');
  if (pairs === 0) return [tests.length === 0 ? 'no tests' : `${named}, none of them measured`];
  return [named, `${pairs === 1 ? '1 pair' : `up to ${pairs} pairs`} each`];
}
