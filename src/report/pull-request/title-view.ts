import {
  type OfPlatforms,
  openPlatforms,
  openTellPlatform,
} from '../../contract/compare-platforms.ts';
import type { JudgedOutcome } from '../../contract/gate.ts';
import { countThings, andMore } from '../../contract/count-things.ts';
import type { Metric, SeriesVerdict, Verdict } from '../../contract/documents.ts';
import { countOthers } from '../../contract/series-key.ts';
import { type Block, type Inline, plainOf } from '../blocks.ts';
import { formatHeadline } from '../format-build.ts';
import { canBlock, hasVanished } from '../findings.ts';
import { cutPlain, makePlain } from '../plain-text.ts';
import { nameOf } from '../series-table.ts';
import {
  describeChange,
  indexMetrics,
  nameSlice,
  shownMetric,
  formatAllowed,
  formatMove,
} from '../series-words.ts';
import { linkTerm } from '../terms.ts';
import type { SortedJudgement } from './sort-judgement.ts';
import { makeTitle, type Title, titleState } from './title-state.ts';
import { isDoubtful, listReductions, formatPassed } from './format-passed.ts';
import type { PullRequestView, ViewJudgement } from './view.ts';

/** A name that is longer would push the rest out of the line. */
const longestName = 100;
/** GitHub refuses the title of a check or an issue that is longer. */
const longestTitle = 255;

/** Plain text of at most 255 characters, for places that know no Markdown. */
export function writeTitle({ words }: Pick<Title, 'words'>): string {
  return cutPlain(makePlain(plainOf(words)), longestTitle);
}

export function titleBlock({ sign, words }: Title): Block {
  return { kind: 'heading', level: 3, text: [{ sign }, ' ', ...words], tone: tones[sign] };
}

const tones = {
  '✅': 'good',
  '❌': 'bad',
  '⚠️': 'warn',
  '⏳': 'dim',
  '↪️': 'dim',
  '❔': 'warn',
} as const;

export type { Title } from './title-state.ts';

const hasPassed: ReadonlySet<JudgedOutcome> = new Set(['passed', 'suite-changed', 'incomplete']);

/** The verdict in one line. @param sorted of the judgement, where the state has one */
export function titleView(
  { links, state }: Pick<PullRequestView, 'links' | 'state'>,
  sorted?: SortedJudgement,
): Title {
  if (sorted === undefined) return titleState(state);
  if (state.kind === 'confirming') return titleConfirming(sorted);
  if (state.kind !== 'judged') return titleState(state);
  const title = titleOutcome(state.outcome, state.judgement, sorted, links.page);
  // If it passes they stand in brackets: a doubt is not the last word there.
  if (!hasPassed.has(state.outcome)) {
    title.words.push(...listReductions(state.judgement.verdict).map((text) => `; ${text}`));
  }
  // Only the change itself is red; what the gate could not decide is not its fault, even if that blocks.
  return title.sign === '❌' && !state.blocks ? { ...title, sign: '⚠️' } : title;
}

function titleConfirming({ awaiting, brokenTests }: SortedJudgement): Title {
  const what = [
    ...(awaiting.length > 0 ? [countThings(awaiting.length, 'series')] : []),
    ...(brokenTests.length > 0 ? [countThings(brokenTests.length, 'test')] : []),
  ];
  const again = what.length === 0 ? 'what looked worse' : what.join(' and ');
  return makeTitle('⏳', `Confirming: ${again} on a fresh runner`);
}

function titleOutcome(
  outcome: JudgedOutcome,
  { verdict }: ViewJudgement,
  sorted: SortedJudgement,
  page: string | undefined,
): Title {
  const { accepted, blocking, brokenTests, rest } = sorted;
  switch (outcome) {
    case 'passed':
      if (verdict.series.length === 0) return makeTitle('✅', formatHeadline(verdict));
      return titlePassed(verdict, sorted, page);
    case 'regressed': {
      const [first] = blocking;
      const [test, ...tests] = brokenTests;
      if (first === undefined && test === undefined)
        return makeTitle('❌', formatHeadline(verdict));
      if (first === undefined) return makeTitle('❌', ...describeBroken(test, tests.length));
      return makeTitle(
        '❌',
        ...describeWorst(first, verdict, [
          countOthers(blocking),
          moreOf(brokenTests.length, 'failing test'),
        ]),
      );
    }
    case 'accepted': {
      const [first] = accepted;
      if (first === undefined) return makeTitle('✅', 'Accepted: all that is worse');
      return makeTitle(
        '✅',
        'Accepted: ',
        ...describeWorst(first, verdict, [countOthers(accepted)]),
      );
    }
    case 'busy': {
      const open = countThings(rest.undecided.filter(canBlock).length, 'latency', 'latencies');
      return makeTitle(
        '⚠️',
        `The machine was too busy to judge ${open}; CPU time is cleared there`,
      );
    }
    case 'undecided':
      return makeTitle('⚠️', ...describeOpen(verdict, sorted, page));
    case 'not-seen':
      return makeTitle(
        '⚠️',
        'Held: too many series were not seen. ',
        ...formatPassed(verdict, sorted, page),
      );
    case 'suite-changed':
      return makeTitle(
        '⚠️',
        'Held: this change alters what is measured. ',
        ...formatPassed(verdict, sorted, page),
      );
    case 'over-budget':
      return makeTitle('⚠️', 'Held: a series whose budget is used up gets worse');
    case 'incomplete': {
      const isKnown =
        verdict.conclusion === 'incomplete' || verdict.conclusion === 'nothing-measured';
      const word = verdict.conclusion === 'nothing-measured' ? 'Nothing measured' : 'Incomplete';
      return makeTitle(
        '⚠️',
        `${word}: ${isKnown ? formatHeadline(verdict) : 'not everything was measured'}`,
      );
    }
    case 'no-baseline': {
      const count = countThings(rest.noBaseline.length, 'series');
      // A test that a change adds has no base, and the others may have been left out.
      const start = verdict.tests.some(({ isNew }) => isNew === true) ? 'New' : 'First run';
      return makeTitle(
        '⚠️',
        `${start}: ${count} measured, and nothing yet to compare ${rest.noBaseline.length === 1 ? 'it' : 'them'} with`,
      );
    }
  }
}

function moreOf(count: number, one: string): string {
  return count === 0 ? '' : countThings(count, one);
}

/** ``send` takes 3.1 times as long: 2.49 s → 7.80 s (+20% is allowed), and 2 more tests`. */
export function describeWorst(
  worst: SeriesVerdict,
  { metrics, series = [], problems = [] }: { metrics: readonly Metric[] } & Partial<OfPlatforms>,
  more: readonly string[] = [],
): Inline[] {
  const metric = shownMetric(worst, indexMetrics(metrics));
  const rest = more.filter((text) => text !== '').join(' and ');
  const compared = openPlatforms({ series, problems })(worst);
  return [
    { code: nameSlice(worst) },
    describeChange(worst, metric.unit),
    ' (',
    { figure: formatAllowed(worst, metric) },
    ` is allowed)${rest === '' ? '' : `, and ${rest}`}${compared === '' ? '' : `; ${compared}`}`,
  ];
}

/** A test that fails, and how many more do. */
export function describeBroken(test: { name: string } | undefined, others: number): Inline[] {
  if (test === undefined) return ['A test fails that passed before'];
  const more = andMore(others, 'test');
  return [{ code: cutPlain(test.name, longestName) }, ` fails and passed before${more}`];
}

/** Names the first of what is open; of a change that was measured alone there is nothing to decide. */
function describeOpen(
  verdict: Verdict,
  { rest }: SortedJudgement,
  page: string | undefined,
): Inline[] {
  const undecided = [linkTerm('undecided', page, 'Undecided'), ': '];
  const open = rest.undecided.filter(canBlock);
  const named = open.length > 0 ? open : rest.undecided;
  const [first] = named;
  if (first === undefined) {
    return [
      `Measured alone: there is nothing to compare ${countThings(verdict.series.length, 'series')} with`,
    ];
  }
  const name: Inline[] = [{ code: nameSlice(first) }, openTellPlatform(verdict)(first)];
  if (open.every(hasVanished)) {
    const count = countThings(open.length, 'series is', 'series are');
    const rest = named.length === 1 ? '' : ' and others';
    return [...undecided, `${count} gone after the change, of `, ...name, rest];
  }
  const metric = shownMetric(first, indexMetrics(verdict.metrics));
  const others = countOthers(named);
  const move = formatMove(first, metric.unit);
  return [
    ...undecided,
    nameOf(first),
    ' of ',
    ...name,
    ...(move === ''
      ? []
      : [
          ': ',
          { figure: move },
          ', where ',
          { figure: formatAllowed(first, metric) },
          ' is allowed',
        ]),
    others === '' ? '' : `, and ${others}`,
  ];
}

/** Green in one line; what got faster comes first. */
function titlePassed(verdict: Verdict, sorted: SortedJudgement, page: string | undefined): Title {
  const passed = formatPassed(verdict, sorted, page);
  const { improvements } = sorted.rest;
  const [best] = improvements;
  const sign = isDoubtful(verdict) ? '⚠️' : '✅';
  if (best === undefined) return makeTitle(sign, ...passed);
  const unit = shownMetric(best, indexMetrics(verdict.metrics)).unit;
  const others = countOthers(improvements);
  const more = others === '' ? '' : `, and ${others} got better`;
  return makeTitle(
    sign,
    { code: nameSlice(best) },
    openTellPlatform(verdict)(best),
    describeChange(best, unit),
    `${more}. `,
    ...passed,
  );
}
