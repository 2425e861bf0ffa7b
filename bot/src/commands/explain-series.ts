import { formatDay } from '../../../src/contract/format-time.ts';
import { labelTest } from '../../../src/contract/platforms.ts';
import { listTests } from '../../../src/report/verdict-sections.ts';
import { printMarkdown } from '../../../src/report/print-markdown.ts';
import type { SeriesVerdict, TestOutcome, Verdict } from '../../../src/contract/documents.ts';
import { seriesKey, spanKey } from '../../../src/contract/series-key.ts';
import type { TableSource } from '../../../src/report/series-table.ts';
import { renderExplanation } from '../../../src/report/pull-request/render-explanation.ts';
import { viewAccept, viewFate } from '../view-judgement.ts';
import type { JudgedSeries } from '../../../src/gate/gate-facts.ts';
import type { GateRecord } from '../../../src/contract/gate-record.ts';
import { answerFor } from '../main-branch/watch-gate.ts';
import type { Answer, Asked, CommandPorts } from './answer.ts';
import { listSeries, formatName } from './format-answer.ts';
import type { NamedSeries } from './command.ts';
import { matchSeries } from './match-series.ts';
import { findJudged, type JudgedSituation, readSituation } from './read-situation.ts';

const mostExplained = 3;
const mostTests = 20;
/** Room in a comment, without the quoted command and the words around it. */
const longestBytes = 60_000;

/** The evidence of a series in words, as the newest attempts have it; of several the worst. */
export async function explainSeries(
  ports: CommandPorts,
  { repository, number }: Asked,
  what: 'all' | NamedSeries,
): Promise<Answer> {
  const situation = await readSituation(ports, { kind: 'pull-request', repository, number });
  const judged = situation && findJudged(situation);
  if (judged === undefined) return { text: 'The newest commit has no verdict yet.' };
  const { text } = explainJudged(judged, what);
  if (what !== 'all') return { text };
  return { text: `${text}\n\n${formatTrust(answerFor(ports, repository).record)}` };
}

/** How far a red check of this gate can be believed. */
function formatTrust({ alarms, days, falseAlarms, nights }: GateRecord): string {
  const { cleared, confirmed } = alarms;
  const checked =
    falseAlarms === undefined
      ? 'no alarm was looked at twice'
      : `a second run cleared ${cleared} of ${cleared + confirmed} alarms (${formatShare(falseAlarms.low)} to ${formatShare(falseAlarms.high)} of first alarms are false)`;
  const [night] = nights;
  const control =
    night === undefined
      ? 'no positive control shows that it can fire'
      : `the last positive control ${night.isProven ? 'turned red' : '**stayed green**'} on ${formatDay(night.at)}`;
  return `This gate in ${days} days: ${checked}; ${control}. \`/perigee gate\` has its record.`;
}

function formatShare(share: number): string {
  return `${Math.round(share * 100)}%`;
}

export function explainJudged(judged: JudgedSituation, what: 'all' | NamedSeries): Answer {
  const found = choose(what, judged);
  if (typeof found === 'string') return { text: found };
  const isCalm = what === 'all' && judged.red.length === 0;
  const shown = found.slice(0, isCalm ? 1 : mostExplained);
  const texts = what === 'all' ? formatFirst(judged) : [];
  let bytes = 0;
  let explained = 0;
  for (const series of shown) {
    const text = explain(series, judged);
    bytes += Buffer.byteLength(text);
    if (bytes > longestBytes) break;
    texts.push(text);
    explained += 1;
  }
  const others = found.slice(explained);
  if (others.length > 0)
    texts.push(`Not explained here:\n\n${listSeries(others, judged.verdict.series)}`);
  return { text: texts.join('\n\n') };
}

function choose(what: 'all' | NamedSeries, judged: JudgedSituation): SeriesVerdict[] | string {
  const { red, verdict } = judged;
  if (what === 'all') {
    if (red.length > 0) return red;
    const isTold = ({ fate }: JudgedSeries): boolean => fate === 'accepted' || fate === 'warns';
    const told = verdict.series.filter((one) => {
      const own = judged.judged.get(seriesKey(one));
      return own !== undefined && isTold(own);
    });
    const first = new Set(told);
    return [...told, ...verdict.series.filter((one) => !first.has(one))];
  }
  const matched = matchSeries(what, verdict.series);
  switch (matched.kind) {
    case 'found':
      return matched.series;
    case 'ambiguous':
      return `${formatName(matched.name)} is ambiguous. It can mean:\n\n${listSeries(matched.series, verdict.series)}`;
    case 'none': {
      const { name } = matched;
      const isIt = (test: TestOutcome): boolean => test.name === name || labelTest(test) === name;
      const own = new Set(verdict.tests.filter(isIt).map(labelTest));
      const broken = judged.brokenTests.filter((label) => label === name || own.has(label));
      if (broken.length > 0) return formatTests(broken, verdict);
      const known = verdict.series.length === 0 ? '' : `\n\n${listSeries(verdict.series)}`;
      return `There is no series ${formatName(matched.name)} here. These exist, the worst first:${known}`;
    }
  }
}

/** Tests that fail, and why a series stands below that is not red. */
function formatFirst({ brokenTests, red, verdict }: JudgedSituation): string[] {
  const texts = brokenTests.length === 0 ? [] : [formatTests(brokenTests, verdict)];
  if (red.length > 0) return texts;
  if (verdict.series.length === 0) return [...texts, 'No series was measured.'];
  return [...texts, 'No series makes the check red. The worst one:'];
}

function formatTests(names: readonly string[], { tests }: Verdict): string {
  const outcomes = new Map(tests.map((test) => [labelTest(test), test]));
  const failing = names.map((name) => ({ name, outcome: outcomes.get(name) }));
  const listed = printMarkdown(listTests(failing, [], mostTests)).trimEnd();
  const why =
    'The log of the run says why. You cannot accept a failing test: it has to pass again.';
  return ['Failing, and passed before:', '', listed, '', why].join('\n');
}

function explain(series: SeriesVerdict, { judged, verdict }: JudgedSituation): string {
  const own = judged.get(seriesKey(series));
  const evidence = verdict.spans.find((one) => spanKey(one) === spanKey(series));
  const accept = own?.accept ?? own?.outgrown;
  return renderExplanation(series, {
    ...pickForTable(verdict),
    evidence,
    fate: own && viewFate(own),
    accept: accept && viewAccept(accept, verdict),
  });
}

/** Without the spreads, which take most of the room of a comment. */
function pickForTable({ metrics, problems, series }: Verdict): TableSource {
  return { metrics, problems, series };
}
