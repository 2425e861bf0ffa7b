import { hasPlatforms } from '../../contract/compare-platforms.ts';
import { countThings } from '../../contract/count-things.ts';
import type { SeriesVerdict, SpanEvidence } from '../../contract/documents.ts';
import { formatChange } from '../../contract/units.ts';
import { type Block, type Inline, paragraph } from '../blocks.ts';
import { printMarkdown } from '../print-markdown.ts';
import { explainSeries } from '../explain-series.ts';
import type { TableSource } from '../series-table.ts';
import { nameSeries, nameSeriesOnPlatform, quoteName } from './name-series.ts';
import { formatAccept } from './render-accepts.ts';
import type { ViewAccept, ViewFate } from './view.ts';

export interface ExplanationOptions extends TableSource {
  /** The movements of the metrics of its span, where the verdict has them. */
  evidence?: SpanEvidence;
  fate?: ViewFate;
  /** The accept that covers it, or did. */
  accept?: ViewAccept;
}

/**
 * The answer to `/perigee explain` for one series: its evidence in words, its repeats as a chart and in
 * figures, and how it ends. Markdown of at most 65,535 bytes.
 */
export function renderExplanation(series: SeriesVerdict, options: ExplanationOptions): string {
  const { accept, evidence, fate, ...source } = options;
  const isOneOfSeveral = hasPlatforms({ series: [series], ...source });
  return printMarkdown([
    ...explainSeries({ key: '', series: [series], evidence }, source),
    ...paragraph(formatEnd(series, fate)),
    ...(accept === undefined ? [] : paragraph('Accepted: ', ...formatAccept(accept))),
    ...renderAccepting(series, fate, isOneOfSeveral ? nameSeriesOnPlatform : nameSeries),
  ]);
}

/** A longer name could not be copied whole. */
const longestName = 600;

/** How to name it in a command, where it blocks. */
function renderAccepting(
  series: SeriesVerdict,
  end: ViewFate | undefined,
  nameOne: typeof nameSeries,
): Block[] {
  const isRed = end === undefined ? series.blocking : end.fate === 'blocks';
  const name = quoteName(nameOne(series));
  if (!isRed || name.length > longestName) return [];
  const command: Inline = { code: `/perigee accept ${name} because <reason>` };
  return paragraph('To accept it, with write access: ', command);
}

function formatEnd(series: SeriesVerdict, end: ViewFate | undefined): string {
  const said = end === undefined ? '' : ` (${countRuns(end.said)})`;
  switch (end?.fate) {
    case 'blocks':
      return end.outgrownAcceptId === undefined
        ? `It makes the check red${said}.`
        : `It was accepted and is worse now than that, so it makes the check red${said}.`;
    case 'awaits-confirmation':
      return 'It is measured again on a fresh runner, and red if both runs together say so.';
    case 'cleared':
      return `One run pointed past the limit${formatAlarm(end)}, and a fresh runner did not confirm it${said}: it is cleared.`;
    case 'accepted':
      return 'It is past its threshold, and a person with write access accepted that.';
    case 'warns':
      return 'It is past its threshold, which only warns.';
    case undefined:
      return series.state === 'regressed' && series.blocking ? 'It makes the check red.' : '';
  }
}

/** ` (+30.0%)`: what the alarm was about is not in the figures that stand. */
function formatAlarm({ alarm }: ViewFate): string {
  return alarm === undefined ? '' : ` (${formatChange(alarm)})`;
}

function countRuns({ regressed, otherwise }: ViewFate['said']): string {
  const total = regressed + otherwise;
  return `${regressed} of ${countThings(total, 'run')} said regressed`;
}
