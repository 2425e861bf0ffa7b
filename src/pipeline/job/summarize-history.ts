import { shortenCommit } from '../../contract/commit.ts';
import type { RunRecord } from '../../contract/documents.ts';
import { countThings } from '../../report/pull-request/title.ts';
import { showCode, showProse } from '../../report/markdown-text.ts';
import { openAlert, type Site } from '../../report/summary/site.ts';
import type { Delivery, Job } from './job.ts';

/** What was measured of the tip of a branch, as Markdown. */
export function summarizeHistory(
  { change, notes, request }: Job,
  record: RunRecord,
  { stored, why }: Delivery,
  neverPassed: readonly string[],
  site: Site = 'github',
): string {
  const { index, total } = request.shard;
  const shard = total === 1 ? '' : `, shard ${index + 1} of ${total}`;
  const lines = [
    `### History of ${showCode(record.suite)}${shard}`,
    '',
    `${showCode(shortenCommit(change.after.commit))} alone: ${countThings(record.tests.length, 'test', 'tests')}, ${countThings(record.profiles.length, 'execution', 'executions')}. Nothing is compared here.`,
    '',
    ...showNeverPassed(neverPassed, site),
    stored === undefined
      ? `${openAlert(site, 'WARNING')}\n> The results could not be uploaded: ${showProse(why ?? 'no reason is known')}`
      : `Artifact ${showCode(stored.name)}, ${stored.bytes.toLocaleString('en-US')} bytes.`,
    '',
    ...notes.flatMap((note) => [openAlert(site, 'NOTE'), `> ${showProse(note)}`, '']),
  ];
  return lines.join('\n');
}

const mostNamed = 20;

function showNeverPassed(tests: readonly string[], site: Site): string[] {
  if (tests.length === 0) return [];
  const named = tests.slice(0, mostNamed).map((name) => showCode(name));
  const left = tests.length - named.length;
  const more = left > 0 ? ` and ${left} more` : '';
  return [
    openAlert(site, 'WARNING'),
    `> Never passed, so there is no history of: ${named.join(', ')}${more}`,
    '',
  ];
}
