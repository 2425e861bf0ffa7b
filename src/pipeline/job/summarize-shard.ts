import { shortenCommit } from '../../contract/commit.ts';
import type { RunRecord, Verdict } from '../../contract/documents.ts';
import { showCode, showProse } from '../../report/markdown-text.ts';
import { countThings } from '../../report/pull-request/title.ts';
import { openAlert, type Site } from '../../report/summary/site.ts';
import { describeSpooled } from './deliver-shard.ts';
import type { Delivery, Job } from './job.ts';

const mostTests = 50;

/** What one shard of several did, as Markdown: few lines, for the verdict is in the summary of the report. */
export function summarizeShard(
  { request, change, notes }: Job,
  record: RunRecord,
  { counts, headline }: Verdict,
  delivery: Delivery,
  site: Site = 'github',
): string {
  const { stored, why, emission } = delivery;
  const { index, total } = request.shard;
  const { before, after } = change;
  const compared =
    before === undefined
      ? `${showCode(shortenCommit(after.commit))} alone`
      : `${showCode(shortenCommit(before.commit))} → ${showCode(shortenCommit(after.commit))}`;
  const tests = record.tests.slice(0, mostTests).map(({ name }) => showCode(name));
  const left = record.tests.length - tests.length;
  const lines = [
    `### Shard ${index + 1} of ${total} of ${showCode(record.suite)}`,
    '',
    [compared, ...tellAmount(record)].join(' · '),
    '',
    `By itself: ${showProse(headline)}.`,
    '',
    `Of its series: ${counts.regressed} regressed, ${counts.improved} improved, ${counts.undecided} undecided, ${counts['not-regressed']} not regressed. The report gives the verdict over all shards.`,
    '',
    stored === undefined
      ? `${openAlert(site, 'WARNING')}\n> The results could not be uploaded: ${showProse(why ?? 'no reason is known')}`
      : `Artifact ${showCode(stored.name)}, ${stored.bytes.toLocaleString('en-US')} bytes.`,
    '',
    emission.kind === 'sent'
      ? `Told ${showCode(emission.to)}.`
      : `${showProse(describeSpooled(delivery, emission))}.`,
    '',
    ...notes.flatMap((note) => [openAlert(site, 'NOTE'), `> ${showProse(note)}`, '']),
    '<details><summary>Tests</summary>',
    '',
    ...tests.map((name) => `- ${name}`),
    ...(left > 0 ? [`- … and ${left} more`] : []),
    '',
    '</details>',
    '',
  ];
  return lines.join('\n');
}

function tellAmount({ profiles, tests }: RunRecord): string[] {
  const pairs = profiles.reduce((most, { repeat }) => Math.max(most, repeat + 1), 0);
  const named = countThings(tests.length, 'test', 'tests');
  if (pairs === 0) return [tests.length === 0 ? 'no tests' : `${named}, none of them measured`];
  return [named, `${pairs === 1 ? '1 pair' : `up to ${pairs} pairs`} each`];
}
