import { titleMetric } from '../../contract/metrics.ts';
import type { Block } from '../markdown-budget.ts';
import { rowLimit } from '../markdown-tables.ts';
import { showCode, showProse } from '../markdown-text.ts';
import { cutPlain } from '../plain-text.ts';
import { nameSpan } from '../series-words.ts';
import { quoteLines, showCut, showLines } from './paragraphs.ts';
import type { PullRequestView } from './view.ts';

const title = '#### perigee.yml changes here: the following applies only after the merge';
const suiteTitle = '#### This change alters what is measured';
const mostOpen = 10;
const mostNotes = 20;

/** What would be different once this is merged; the thresholds of the verdict are those of the base branch. */
export function showConfiguration({
  brings,
  configuration: change,
  state,
}: Pick<PullRequestView, 'brings' | 'configuration' | 'state'>): Block[] {
  if (change === undefined) return [];
  if (change.error !== undefined) {
    return showLines([
      title,
      '',
      'It is not valid. After the merge nothing could be judged:',
      '',
      ...quoteLines(change.error),
    ]);
  }
  const { rules, more, notes } = change;
  const measured = showSuite(change.suite);
  const shownNotes = notes.slice(0, mostNotes).map((note) => `- ${showCut(note)}`);
  if (notes.length > mostNotes) shownNotes.push(`- … and ${notes.length - mostNotes} more`);
  if (rules.length === 0) {
    // Unknown before anything was measured, or without earlier thresholds.
    const isKnown = (state.kind === 'judged' || state.kind === 'confirming') && brings !== true;
    const none = isKnown ? ['No threshold of a series that was measured changes.', ''] : [];
    const told = [...none, ...shownNotes];
    if (told.length === 0 && measured.length > 0) return measured;
    return [...measured, ...showLines(told.length === 0 ? [title] : [title, '', ...told])];
  }
  const fold = rules.length > mostOpen;
  const count = (rules.length + more).toLocaleString('en-US');
  return [
    ...measured,
    {
      head: [
        title,
        '',
        ...(shownNotes.length === 0 ? [] : [...shownNotes, '']),
        ...(fold ? ['<details>', `<summary>Thresholds that change (${count})</summary>`, ''] : []),
        '| Span | Metric | Now | Once merged |',
        '| --- | --- | --- | --- |',
      ],
      rows: rules.slice(0, rowLimit).map(({ metric, before, after, ...span }) => {
        const cells = [
          showCode(cutPlain(nameSpan(span), 300), true),
          showProse(cutPlain(titleMetric(metric), 100), true),
          showProse(cutPlain(before, 100), true),
          showProse(cutPlain(after, 100), true),
        ];
        return `| ${cells.join(' | ')} |`;
      }),
      alreadyLeftOut: more + Math.max(0, rules.length - rowLimit),
      tail: fold ? ['', '</details>', ''] : [''],
      tellLeftOut: (left) => `\n… and ${left.toLocaleString('en-US')} more series, not shown here.`,
    },
  ];
}

/** Before and after run it as the change says, so it holds before anything is merged. */
function showSuite(sentences: readonly string[]): Block[] {
  if (sentences.length === 0) return [];
  return [
    {
      head: [suiteTitle, '', 'Both sides run what the change says. Look at each of these:', ''],
      rows: sentences.map((sentence) => `- ${showCut(sentence, 600)}`),
      tail: [''],
      tellLeftOut: (left) => `\n… and ${left.toLocaleString('en-US')} more, not shown here.`,
    },
  ];
}
