import { listAnnotations } from '../contract/series-key.ts';
import { countThings } from '../contract/count-things.ts';
import { shortenCommit } from '../contract/commit.ts';
import { titleMetric } from '../contract/metrics.ts';
import { formatNumber, formatQuantity } from '../contract/units.ts';
import { makePlain } from '../report/plain-text.ts';
import type { TerminalOptions } from '../report/render-terminal.ts';
import { isPlural, nameMetric, nameSpan } from '../report/series-words.ts';
import { createPaint, cutToColumns, padToColumns, wrapToColumns } from '../report/terminal-text.ts';
import type { SeriesSpread, Variability } from '../variability/measure-variability.ts';
import type { Interval } from '../stats/spread-of-rounds.ts';
import type { FunctionShare } from '../variability/rank-functions.ts';
import {
  type Cause,
  orderOfRuns,
  preemptions,
  programPrefix,
  waiting,
} from '../variability/rank-causes.ts';

/** Series that vary so little need no line in the table. */
const least = 0.001;
const causesShown = 10;
const nameColumns = 27;

/** How far runs of one commit lie apart, for a terminal. */
export function renderVariability(
  found: Variability,
  { colour, columns }: TerminalOptions,
): string[] {
  const paint = createPaint(colour);
  const { rounds, commit, failing, runs } = found;
  const lines = [
    paint(
      'bold',
      `${shortenCommit(commit)}: ${countThings(runs, 'run')} of each test in ${countThings(rounds, 'round')}`,
    ),
  ];
  const bySpan = Map.groupBy(found.series, (series) => titleOf(series));
  for (const [title, series] of bySpan) {
    lines.push(
      '',
      paint('bold', cutToColumns(title, columns)),
      paint('dim', formatRow('', heading)),
    );
    const shown = series.filter(({ variation }) => variation.value >= least);
    lines.push(...shown.map((one) => cutToColumns(renderSeriesSpread(one), columns)));
    const same = series.length - shown.length;
    if (same > 0) lines.push(paint('dim', `  ${same} more vary by less than 0.1%`));
  }
  lines.push('', paint('bold', 'What latency goes with'), ...renderCauses(found, columns));
  if (found.isProfiled) {
    lines.push('', paint('bold', 'Which code varies'), ...renderFunctions(found, columns));
  }
  lines.push(...wrapToColumns(legend, columns).map((line) => paint('dim', line)));
  for (const test of failing) {
    lines.push(
      ...wrapToColumns(
        `Not every run of ${test} passed: what is above is of those that did.`,
        columns,
      ),
    );
  }
  return lines;
}

const legend =
  'Varies by: standard deviation / mean, with its 95% interval. Range: (max − min) / median of any five runs, with what 90% of such groups have. Within, between: the standard deviation of a run in its round, and of the rounds. Pairs: how many find 5% for this series alone, four times in five.';

/** In columns; a hundred in all, with the name. */
const widths = [10, 18, 18, 8, 8, 9];

function formatRow(name: string, cells: readonly string[]): string {
  const padded = cells.map((cell, index) => cell.padStart(widths[index] ?? 0));
  return `  ${padToColumns(cutToColumns(name, nameColumns), nameColumns)}${padded.join('')}`;
}

const heading = ['median', 'varies by', 'range of five', 'within', 'between', 'pairs'];

function renderSeriesSpread(series: SeriesSpread): string {
  const { median, metric, pairsForFivePercent: pairs, rangeOfFive, unit, variation } = series;
  return formatRow(makePlain(titleMetric(metric)), [
    formatQuantity(median, unit),
    formatSpreadInterval(variation),
    rangeOfFive === undefined ? '' : formatSpreadInterval(rangeOfFive),
    formatShare(series.within),
    formatShare(series.between),
    pairs === undefined ? '>10,000' : formatNumber(pairs),
  ]);
}

export function formatSpreadInterval({ value, low, high }: Interval): string {
  return `${formatShare(value)} [${formatShare(low)}, ${formatShare(high)}]`;
}

function renderCauses({ causes, runs, runsForCauses }: Variability, columns: number): string[] {
  if (runs < runsForCauses) {
    return wrapToColumns(formatTooFew(runs, runsForCauses), columns, '  ');
  }
  if (causes.length === 0) return ['  with nothing that was measured'];
  const shown = causes.slice(0, causesShown);
  const lines = shown.flatMap((cause) => wrapToColumns(formatCause(cause), columns, '  '));
  const more = causes.length - shown.length;
  return more > 0 ? [...lines, `  and ${more} more`] : lines;
}

export function formatTooFew(runs: number, needed: number): string {
  return `Too few runs to tell: ${runs}, and below ${needed} chance alone makes metrics go together.`;
}

function renderFunctions(
  { functions, runs, runsForCauses }: Variability,
  columns: number,
): string[] {
  if (runs < runsForCauses) return wrapToColumns(formatTooFew(runs, runsForCauses), columns, '  ');
  if (functions.length === 0) return ['  No function was found whose time goes with the duration.'];
  return functions
    .slice(0, causesShown)
    .flatMap((one) => wrapToColumns(formatFunction(one), columns, '  '));
}

export function formatFunction({ meanNs, name, share, spearman, test }: FunctionShare): string {
  return `${makePlain(test)}: ${formatShare(share)} of the variance of its duration is in ${makePlain(name)}, which takes ${formatQuantity(meanNs, 'ns')} in the mean (rank correlation ${spearman.toFixed(2)})`;
}

export function formatCause({ what, spearman, runs, ...span }: Cause): string {
  const isUp = spearman > 0;
  const meaning = isUp || what === orderOfRuns ? meanings[what] : undefined;
  return `${titleOf(span)}: latency ${formatDirection(what, isUp)} (rank correlation ${spearman.toFixed(2)}, ${runs} runs)${meaning === undefined ? '' : `: ${meaning}`}`;
}

function formatDirection(what: string, isUp: boolean): string {
  if (what === orderOfRuns) return isUp ? 'rises from run to run' : 'falls from run to run';
  if (isUp) return `rises with ${nameCause(what)}`;
  const rise = isPlural(what) || what === preemptions ? 'rise' : 'rises';
  return `falls when ${nameCause(what)} ${rise}`;
}

const notOfTest: Readonly<Record<string, string>> = {
  [preemptions]: 'involuntary context switches a second',
  [waiting]: 'the time in which it used no CPU',
  'host.load_average': 'the load of the machine',
  'host.cpu_pressure': 'the time in which tasks of the machine waited for a CPU',
  'host.disk_pressure': 'the time in which tasks of the machine waited for the disk',
  'host.memory_pressure': 'the time in which tasks of the machine waited for memory',
  'host.steal': 'the CPU time that the hypervisor took away',
};

export function nameCause(what: string): string {
  if (what.startsWith(programPrefix)) {
    return `how much of the CPUs ${makePlain(what.slice(programPrefix.length))} uses, which is no part of the test`;
  }
  return notOfTest[what] ?? makePlain(nameMetric(what));
}

/** Only where a metric allows one reading. */
const meanings: Readonly<Record<string, string>> = {
  [preemptions]: 'other programs share the CPUs',
  [waiting]: 'it waits for the network, the disk, a timer or another program',
  'page_faults.major':
    'pages are read from the disk again: memory is short, or files are not in it yet',
  'host.load_average': 'other programs share the machine',
  'host.cpu_pressure': 'other programs share the CPUs',
  'host.disk_pressure': 'other programs share the disk, or the test waits for its own writes',
  'host.memory_pressure': 'memory is short',
  'host.steal': 'other guests share the host',
  [orderOfRuns]:
    'it drifts: something fills, warms up or heats up, or the machine became busier or quieter',
};

export function titleOf({
  annotations,
  ...span
}: Pick<SeriesSpread, 'test' | 'span' | 'annotations'>): string {
  return makePlain([nameSpan(span), ...listAnnotations(annotations)].join(' '));
}

/** `3.4%`, `11%` */
export function formatShare(value: number): string {
  if (value === Infinity) return '∞';
  return `${(value * 100).toFixed(value < 0.0995 ? 1 : 0)}%`;
}
