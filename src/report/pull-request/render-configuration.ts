import { countThings } from '../../contract/count-things.ts';
import { onPlatform } from '../../contract/platforms.ts';
import { type Block, fold, heading, list, paragraph, type Row } from '../blocks.ts';
import { cutPlain } from '../plain-text.ts';
import { nameOf, rowLimit } from '../series-table.ts';
import { nameSpan } from '../series-words.ts';
import { quoteLines } from './quote-lines.ts';
import type { PullRequestView } from './view.ts';

const title = heading('perigee.yml changes here: the following applies only after the merge');
const mostOpen = 10;
const mostNotes = 20;

/** Differences once this is merged; the thresholds of the verdict are those of the base branch. */
export function renderConfiguration({
  brings,
  configuration: change,
  state,
}: Pick<PullRequestView, 'brings' | 'configuration' | 'state'>): Block[] {
  if (change === undefined) return [];
  if (change.error !== undefined) {
    return [
      title,
      ...paragraph('It is not valid. After the merge nothing could be judged:'),
      { kind: 'code', lines: quoteLines(change.error) },
    ];
  }
  const { more, notes, rules } = change;
  const measured = renderSuite(change.suite);
  const told = list(
    notes.map((text) => cutPlain(text, 300)),
    'notes',
    mostNotes,
  );
  if (rules.length === 0) {
    // Unknown before anything was measured, or without earlier thresholds.
    const isKnown = (state.kind === 'judged' || state.kind === 'confirming') && brings !== true;
    const none = isKnown ? paragraph('No threshold of a series that was measured changes.') : [];
    if (none.length + told.length === 0 && measured.length > 0) return measured;
    return [...measured, title, ...none, ...told];
  }
  const rows = rules.slice(0, rowLimit).map(({ metric, before, after, ...span }): Row => {
    const name = [{ code: cutPlain(nameSpan(span), 300) }, onPlatform(span.platform)];
    return { cells: [name, nameOf({ metric }), cutPlain(before, 100), cutPlain(after, 100)] };
  });
  const table: Block = {
    kind: 'table',
    columns: ['span', 'metric', 'now', 'once merged'],
    rows,
    more: more + rules.length - rows.length,
    what: 'series',
  };
  const count = countThings(rules.length + more, 'threshold');
  const shown = rules.length > mostOpen ? fold(`${count} change`, [table]) : [table];
  return [...measured, title, ...told, ...shown];
}

/** Before and after run it as the change says, so it holds before anything is merged. */
function renderSuite(sentences: readonly string[]): Block[] {
  if (sentences.length === 0) return [];
  return [
    heading('This change alters what is measured'),
    ...paragraph('Both sides run what the change says. Look at each of these:'),
    ...list(
      sentences.map((text) => cutPlain(text, 600)),
      'changes',
    ),
  ];
}
