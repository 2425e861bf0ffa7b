import { openTellPlatform } from '../../contract/compare-platforms.ts';
import type { Explanation, SeriesVerdict, Verdict } from '../../contract/documents.ts';
import { reasonOf } from '../../contract/series-reason.ts';
import { onPlatform } from '../../contract/platforms.ts';
import { cutPlain, quotePlain } from '../../report/plain-text.ts';
import {
  formatAllowed,
  formatMove,
  indexMetrics,
  nameSlice,
  shownMetric,
} from '../../report/series-words.ts';
import { listBlocks, listGrown } from '../../report/render-explanations.ts';
import { writePlain } from '../../report/print-terminal.ts';
import { canBlock, hasVanished } from '../../report/findings.ts';
import type { Answer } from '../../web/api/mcp/open-tool-server.ts';

const mostSeries = 10;
const mostTold = 5;
/** They end with what to do. */
const longestProblem = 600;

const next: Record<Verdict['conclusion'], string> = {
  passed: 'Nothing points to a regression. The headline says how small a change would have shown.',
  regressed:
    'Chance is ruled out for what is regressed, also on a busy machine. Change the code and measure again.',
  undecided:
    'Undecided is no answer: it points to a regression and may be chance. Measure what is suspected again, by itself, before you conclude anything; a longer time helps a test that has fewer than 80 pairs.',
  incomplete: 'Not everything was measured, so this decides nothing. The problems say why.',
  'nothing-measured': 'Nothing was compared, so this says nothing about the change.',
};

const alone =
  'There was nothing to compare with, and a longer time does not help. Of a new test or benchmark, commit it before the change that it is to judge.';

/** A verdict for a model: what decides it in some lines, and the document with its worst series, without their repeats. */
export function describeVerdict(verdict: Verdict): Answer {
  const {
    build,
    conclusion,
    counts,
    explanations = [],
    headline,
    problems,
    series,
    tests,
  } = verdict;
  const worst = series.slice(0, mostSeries);
  const told = worst.filter(({ state }) => state !== 'not-regressed').slice(0, mostTold);
  const metrics = indexMetrics(verdict.metrics);
  const tellPlatform = openTellPlatform(verdict);
  const lines = [
    `${conclusion}: ${quotePlain(headline)}`,
    `${counts.regressed} regressed (${counts.blocking} block), ${counts.undecided} undecided, ${counts.improved} improved, of ${series.length} series.`,
    ...told.map((one) => describeSeries(one, shownMetric(one, metrics), tellPlatform(one))),
    ...explanations.flatMap(renderExplanationLines),
    ...(verdict.spans[0]?.patterns.slice(0, 1).map(({ text }) => text) ?? []),
    ...problems
      .slice(0, mostTold)
      .map(({ code, message }) => `problem ${code}: ${quotePlain(message, longestProblem)}`),
    ...adviseNext(verdict),
    ...(series.length === 0 ? [] : [`All of it is in .perigee/runs/${build.id}/.`]),
  ];
  const { spreads: _spreads, hosts: _hosts, ...rest } = verdict;
  const isTold = (span: Pick<SeriesVerdict, 'test' | 'span'>): boolean =>
    worst.some((one) => one.test === span.test && one.span === span.span);
  const document: Verdict = {
    ...rest,
    series: worst.map((one) => ({
      ...one,
      before: shorten(one.before),
      after: shorten(one.after),
    })),
    spans: verdict.spans.filter(isTold).slice(0, mostSeries),
    tests: tests.slice(0, 2 * mostSeries),
    ...(explanations.length === 0
      ? {}
      : { explanations: explanations.map((one) => ({ ...one, stacks: [] })) }),
    problems: problems.slice(0, 2 * mostSeries),
  };
  return { text: lines.join('\n'), document };
}

/**
 * What was found of a comparison that is known already.
 * @param tests that were asked for; empty for all
 */
export function describeExplained(verdict: Verdict, tests: readonly string[]): Answer {
  const { document } = describeVerdict(verdict);
  const { build, conclusion, explanations = [], headline, problems } = verdict;
  const isAsked = ({ test = '' }: { test?: string }): boolean =>
    tests.length === 0 || tests.includes(test);
  const untold = problems.filter((one) => one.code === 'not-explained' && isAsked(one));
  const lines = [
    `${conclusion}: ${quotePlain(headline)}`,
    ...explanations.filter(isAsked).flatMap(renderExplanationLines),
    ...untold.map(
      ({ message, test = '' }) => `${quotePlain(test)}: ${quotePlain(message, longestProblem)}`,
    ),
    `The profiles are in .perigee/runs/${build.id}/.`,
  ];
  return { text: lines.join('\n'), document };
}

function renderExplanationLines(explanation: Explanation): string[] {
  const functions = listGrown(explanation).map((text) => quotePlain(writePlain(text)));
  return [
    `Where ${quotePlain(explanation.test)}${onPlatform(explanation.platform)} takes more: ${functions.length === 0 ? `no function was ${explanation.pairs > 0 ? 'found' : 'looked for'}` : functions.join('; ')}`,
    ...[
      ...listBlocks(explanation),
      ...(explanation.meanings ?? []),
      ...(explanation.notes ?? []),
    ].map((text) => quotePlain(text)),
  ];
}

function describeSeries(
  series: SeriesVerdict,
  metric: ReturnType<typeof shownMetric>,
  where: string,
): string {
  const blocks = series.blocking ? ', blocks' : '';
  const { state } = series;
  const why = state === 'undecided' ? `; ${cutPlain(reasonOf(series), 500)}` : '';
  const moved = formatMove(series, metric.unit);
  return `${state}${blocks}: ${quotePlain(nameSlice(series))} ${series.metric}${where}${moved === '' ? '' : ` ${moved}`}, allowed ${formatAllowed(series, metric)}${why}`;
}

/** With names, so that the next call measures nothing else. */
function adviseNext({ conclusion, series }: Verdict): string[] {
  if (conclusion !== 'undecided') return [next[conclusion]];
  const open = series.filter(
    (one) => one.state === 'undecided' && canBlock(one) && !hasVanished(one),
  );
  if (open.length > 0 && open.every(({ evidence }) => evidence.change === undefined))
    return [alone];
  const names = [...new Set(open.map(({ test }) => quotePlain(test)))].slice(0, mostTold);
  return [
    next.undecided,
    ...(names.length === 0
      ? []
      : [`To measure only what is suspected: tests: [${names.join(', ')}]`]),
  ];
}

function shorten(side: SeriesVerdict['before']): SeriesVerdict['before'] {
  return { ...side, values: [], rejected: [] };
}
