import type { Problem, SeriesVerdict } from '../contract/documents.ts';
import { titleMetric } from '../contract/metrics.ts';
import { isLog, listMovements, placeProblem, splitProblem } from './build-words.ts';
import { type SpanGroup, tellVanished, type VanishedTest } from './findings.ts';
import { orderProblems } from './order-problems.ts';
import { makePlain } from './plain-text.ts';
import { listDoubts } from './series-doubts.ts';
import {
  listAnnotations,
  type MetricsByName,
  nameSpan,
  tellAllowed,
  tellSize,
  tellConfidence,
  tellBeside,
  tellLocation,
  tellRepeats,
  tellRule,
  tellRuns,
  unitOf,
} from './series-words.ts';
import { drawSpread, type FindSpread } from './spreads.ts';
import {
  cutToColumns,
  type Paint,
  padToColumns,
  type Tone,
  wrapToColumns,
} from './terminal-text.ts';

export interface Page {
  paint: Paint;
  columns: number;
  metrics: MetricsByName;
  findSpread: FindSpread;
}

export interface Section {
  title: string;
  tone: Tone;
  /** Series shown at the most. */
  limit: number;
  series: readonly SeriesVerdict[];
  /** Further ones, for which only the reason and its count are shown. */
  folded?: readonly SeriesVerdict[];
  /** Still more, of tests of which there is nothing after the change: a line for each test. */
  vanished?: readonly VanishedTest[];
  /** Show what the span's metrics did and what that means, for spans that are not in here yet. */
  explained?: Set<string>;
  /** Leave out how much worse was allowed. */
  withoutLimit?: boolean;
  withReason?: boolean;
  /** Show only what was measured: there is no before side. */
  withoutBefore?: boolean;
}

/** Heading, the spans, and how many series were left out; nothing at all for an empty section. */
export function showSection(section: Section, spans: readonly string[], page: Page): string[] {
  const { series, folded = [], vanished = [] } = section;
  const gone = vanished.reduce((sum, one) => sum + one.series.length, 0);
  const count = series.length + folded.length + gone;
  if (count === 0) return [];
  const lines = ['', page.paint(section.tone, `${section.title} (${count})`), ...spans];
  const left = series.length - section.limit;
  if (left > 0) lines.push(page.paint('dim', `  and ${left.toLocaleString('en-US')} more`));
  for (const one of vanished.slice(0, section.limit)) {
    lines.push(...wrapToColumns(`${one.test}: ${tellVanished(one)}`, page.columns, '  '));
  }
  const tests = vanished.length - section.limit;
  if (tests > 0) lines.push(page.paint('dim', `  and ${tests.toLocaleString('en-US')} more tests`));
  return [...lines, ...showFolded(folded, page)];
}

function showFolded(folded: readonly SeriesVerdict[], { columns }: Page): string[] {
  const counts = new Map<string, number>();
  for (const { reason } of folded) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].flatMap(([reason, count]) =>
    wrapToColumns(`${count.toLocaleString('en-US')} series: ${reason}`, columns, '  '),
  );
}

/** One span: its name, one or two lines for each series, the evidence in words. */
export function showSpan(group: SpanGroup, section: Section, page: Page): string[] {
  const { paint, columns } = page;
  const [first] = group.series;
  const name = wrapToColumns(nameSpan(first), columns, '  ').map((line) => paint('bold', line));
  const annotations = listAnnotations(first.annotations).join('  ');
  const lines = [...name];
  if (annotations !== '') {
    lines.push(...wrapToColumns(annotations, columns, '  ').map((line) => paint('dim', line)));
  }
  const drawn = new Set<string>();
  for (const series of group.series) {
    lines.push(...showSeries(series, section, page), ...showSpread(series, drawn, page));
  }
  if (group.evidence === undefined || (section.explained?.has(group.key) ?? true)) return lines;
  section.explained?.add(group.key);
  const moved = listMovements(group.evidence.movements);
  if (moved.length > 0)
    lines.push(...wrapToColumns(`moved: ${moved.join(' · ')}`, columns, '    '));
  for (const { text } of group.evidence.patterns) {
    lines.push(...wrapToColumns(`→ ${text}`, columns, '    '));
  }
  return lines;
}

function showSeries(series: SeriesVerdict, section: Section, page: Page): string[] {
  const { paint, columns } = page;
  const unit = unitOf(series.metric, page.metrics);
  const title = padToColumns(cutToColumns(titleMetric(series.metric), 24), 24);
  const after = tellLocation(series.after, unit);
  const alone = section.withoutBefore === true;
  const values = alone ? after : `${tellLocation(series.before, unit)} → ${after}`;
  const beside = tellBeside(series, unit);
  const change = `${padToColumns(tellSize(series, unit), 8)}${beside === undefined ? '' : ` (${beside})`}`;
  const row = `    ${title} ${padToColumns(values, 20)} `;
  const painted = paint(section.tone, change.trimEnd());
  const fits = row.length + change.trimEnd().length <= columns;
  const lines = fits
    ? [(row + painted).trimEnd()]
    : [row.trimEnd(), `${' '.repeat(title.length + 5)}${painted}`];
  const confidence = tellConfidence(series);
  const details = [
    section.withoutLimit === true
      ? ''
      : `allowed ${tellAllowed(series, unit)} (${tellRule(series)})`,
    alone ? tellRepeats(series) : tellRuns(series),
    confidence === undefined ? '' : `interval at ${confidence}`,
    ...(section.withReason === true ? listDoubts(series) : []),
  ].filter((text) => text !== '');
  lines.push(
    ...wrapToColumns(details.join('; '), columns, '      ').map((line) => paint('dim', line)),
  );
  return lines;
}

/** Once for all metrics of a distribution. @param drawn those that were shown already */
function showSpread(
  series: SeriesVerdict,
  drawn: Set<string>,
  { columns, findSpread, metrics, paint }: Page,
): string[] {
  const spread = findSpread(series);
  if (spread === undefined || drawn.has(spread.metric)) return [];
  drawn.add(spread.metric);
  const lines = drawSpread(spread, unitOf(series.metric, metrics)) ?? [];
  return lines.map(({ side, text }) =>
    paint('dim', cutToColumns(`      ${side.padEnd(7)}${text}`, columns)),
  );
}

const problemLimit = 20;

/** Each problem in a sentence; below it what it quotes, a line for each. */
export function listProblems(
  problems: readonly Problem[],
  { paint, columns }: Page,
  { title, tone }: Pick<Section, 'title' | 'tone'> = { title: 'Problems', tone: 'warn' },
): string[] {
  if (problems.length === 0) return [];
  const lines = ['', paint(tone, `${title} (${problems.length})`)];
  for (const problem of orderProblems(problems).slice(0, problemLimit)) {
    const { sentence, quoted } = splitProblem(problem);
    const place = placeProblem(problem);
    const text = `${problem.code}: ${makePlain(sentence)}${place === '' ? '' : ` (${place})`}`;
    lines.push(...wrapToColumns(text, columns, '  '));
    for (const line of quoted) lines.push(paint('dim', showQuoted(line, columns)));
  }
  const left = problems.length - problemLimit;
  if (left > 0) lines.push(paint('dim', `  and ${left} more`));
  return lines;
}

/** Output is cut to the width; the place of a log is not: a path that was cut leads nowhere. */
function showQuoted(line: string, columns: number): string {
  const plain = `      ${makePlain(line)}`;
  return isLog(line) ? plain : cutToColumns(plain, columns);
}
