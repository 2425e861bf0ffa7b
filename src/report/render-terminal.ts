import type { SeriesVerdict, Verdict } from '../contract/documents.ts';
import { isAlone } from '../contract/sides.ts';
import {
  conclusionWords,
  listFacts,
  listVisible,
  tellForeseen,
  tellHeadline,
  tellOutcome,
} from './build-words.ts';
import {
  type Findings,
  foldVanished,
  groupBySpan,
  sortFindings,
  titleUnchanged,
} from './findings.ts';
import { leftOutTitle, listLeftOut } from './left-out.ts';
import { isCause } from './order-problems.ts';
import { indexMetrics } from './series-words.ts';
import { indexSpreads } from './spreads.ts';
import { listProblems, type Section, showSection, showSpan } from './terminal-sections.ts';
import { createPaint, padToColumns, type Tone, wrapToColumns } from './terminal-text.ts';

export interface TerminalOptions {
  colour: boolean;
  /** The width of the terminal; anything below 60 is laid out as 60. */
  columns: number;
}

const toneOf: Readonly<Record<Verdict['conclusion'], Tone>> = {
  passed: 'good',
  regressed: 'bad',
  undecided: 'warn',
  incomplete: 'warn',
  'nothing-measured': 'warn',
};

/** The verdict for a person at a terminal: the answer first, the worst next, the rest summed up. */
export function renderTerminal(verdict: Verdict, options: TerminalOptions): string {
  const page = {
    paint: createPaint(options.colour),
    columns: Math.max(60, Math.min(options.columns, 120)),
    metrics: indexMetrics(verdict.metrics),
    findSpread: indexSpreads(verdict.spreads),
  };
  const { paint, columns } = page;
  const found = sortFindings(verdict);
  const explained = new Set<string>();
  const sections: Section[] = [
    { title: 'Regressed', tone: 'bad', limit: 20, series: found.regressions, explained },
    { title: 'Warnings', tone: 'warn', limit: 10, series: found.warnings, explained },
    { title: 'Improved', tone: 'good', limit: 10, series: found.improvements, withoutLimit: true },
    { title: 'Undecided', tone: 'warn', limit: 10, withReason: true, ...foldShort(verdict, found) },
    listWithoutBaseline(verdict, found.noBaseline),
  ];

  const { mark, word } = conclusionWords[verdict.conclusion];
  const lines = wrapToColumns(`${mark} ${word}: ${tellHeadline(verdict)}`, columns).map((line) =>
    paint('bold', paint(toneOf[verdict.conclusion], line)),
  );
  const broken = found.brokenTests.slice(0, 20).map(({ name, ...sides }) => {
    return { label: name, text: tellOutcome({ name, ...sides }) };
  });
  if (broken.length > 0) {
    lines.push('', paint('bad', `Failing tests (${found.brokenTests.length})`));
    for (const { label, text } of broken) {
      lines.push(...wrapToColumns(label, columns, '  '), ...wrapToColumns(text, columns, '    '));
    }
    const left = found.brokenTests.length - broken.length;
    if (left > 0) lines.push(paint('dim', `  and ${left} more`));
  }
  // What a broken test leaves open or lets vanish follows from these.
  const errors = verdict.problems.filter(isCause);
  lines.push(...listProblems(errors, page, { title: 'Errors', tone: 'bad' }));
  for (const section of sections) {
    const shown = groupBySpan(section.series.slice(0, section.limit), verdict.spans);
    lines.push(
      ...showSection(
        section,
        shown.flatMap((group) => showSpan(group, section, page)),
        page,
      ),
    );
  }
  if (found.unchanged.length > 0) {
    lines.push('', paint('dim', `${titleUnchanged(found)} (${found.unchanged.length})`));
  }
  const leftOut = listLeftOut(verdict);
  if (leftOut.length > 0) lines.push('', paint('dim', `${leftOutTitle} (${leftOut.length})`));
  for (const { label, text } of leftOut.slice(0, 20)) {
    lines.push(...wrapToColumns(`${label}: ${text}`, columns, '  '));
  }
  if (leftOut.length > 20) lines.push(paint('dim', `  and ${leftOut.length - 20} more`));
  const visible = listVisible(verdict);
  if (visible.length > 0) {
    lines.push('', '4 of 5 such runs would have caught a regression of this size');
    for (const one of [...visible, ...tellForeseen(verdict)]) {
      lines.push(...wrapToColumns(one, columns, '  '));
    }
  }
  const others = verdict.problems.filter((problem) => !isCause(problem));
  lines.push(...listProblems(others, page), '');
  for (const { label, text } of listFacts(verdict)) {
    const [first = '', ...more] = wrapToColumns(text, columns, ' '.repeat(20));
    lines.push(paint('dim', padToColumns(label, 20)) + first.trimStart(), ...more);
  }
  return `${lines.join('\n')}\n`;
}

/** A test that vanished is one fact, and not many. A run that was stopped early has too few repeats of nearly every series: that is one fact, and not many. */
function foldShort(
  { build }: Verdict,
  { undecided }: Findings,
): Pick<Section, 'series' | 'folded' | 'vanished'> {
  const isShort = ({ evidence }: SeriesVerdict): boolean =>
    build.interrupted === true && evidence.needsRepeats !== undefined;
  const { others, vanished } = foldVanished(undecided.filter((series) => !isShort(series)));
  return { series: others, folded: undecided.filter(isShort), vanished };
}

/** All series of a change that was measured alone. */
function listWithoutBaseline({ build }: Verdict, series: readonly SeriesVerdict[]): Section {
  if (!isAlone(build)) return { title: 'No baseline', tone: 'dim', limit: 5, series };
  const tone = 'dim';
  return { title: 'Measured', tone, limit: 20, series, withoutLimit: true, withoutBefore: true };
}
