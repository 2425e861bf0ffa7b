import { codeUnknown } from '../../contract/gaps.ts';
import { openTellPlatform } from '../../contract/compare-platforms.ts';
import { countThings } from '../../contract/count-things.ts';
import type { Verdict } from '../../contract/documents.ts';
import { listBaseless, nameSome } from '../../contract/baseless-tests.ts';
import { reachesLimit } from '../../contract/missed-change.ts';
import { describeReductions } from '../../contract/suite-changes.ts';
import type { Inline } from '../blocks.ts';
import { cutPlain } from '../plain-text.ts';
import { nameMetric, nameSlice } from '../series-words.ts';
import { linkTerm } from '../terms.ts';
import {
  isCountedExactly,
  listUnseen,
  measureVisibility,
  type Seen,
  type Visibility,
} from '../visibility.ts';
import type { SortedJudgement } from './sort-judgement.ts';

/**
 * `Nothing got slower: 34 series of 2 tests; latency would have shown +12%, CPU time +4%.` A doubt stands before what
 * is known, so that it is never the last word.
 */
export function formatPassed(
  verdict: Verdict,
  { accepted, cleared, rest }: SortedJudgement,
  page: string | undefined,
): Inline[] {
  const compared = verdict.series.filter(({ before }) => before.location !== undefined);
  const tests = new Set(compared.map(({ test }) => test)).size;
  const { doubts, sight } = formatSight(verdict, page);
  const but = [
    ...(rest.warnings.length === 0
      ? []
      : [countThings(rest.warnings.length, 'only warns', 'only warn')]),
    ...(accepted.length === 0 ? [] : [countThings(accepted.length, 'is accepted', 'are accepted')]),
    ...(cleared.length === 0
      ? []
      : [countThings(cleared.length, 'alarm was cleared', 'alarms were cleared')]),
    ...(rest.noBaseline.length === 0
      ? []
      : [countThings(rest.noBaseline.length, 'is new', 'are new')]),
    ...doubts,
    ...(verdict.problems.some(({ code }) => code === codeUnknown)
      ? ['Perigee could not see which code ran']
      : []),
    ...listReductions(verdict),
  ];
  const that = rest.warnings.length + accepted.length === 0 ? '' : ' that blocks';
  const doubt = but.length === 0 ? '' : ` (${but.join(', ')})`;
  const seen = `${countThings(compared.length, 'series')} of ${countThings(tests, 'test')}`;
  if (isHardlySeen(verdict)) {
    const one = that === '' ? 'one' : 'one that blocks';
    return [
      `These runs could hardly see a regression${doubt}: nothing points to ${one} in ${seen}.`,
    ];
  }
  const [first, ...others] = listUnseen(verdict);
  if (first !== undefined) {
    const one = that === '' ? 'a regression' : 'one that blocks';
    return [
      'These runs could hardly see ',
      { code: nameSlice(first) },
      `${cutPlain(openTellPlatform(verdict)(first), 60)}${others.length === 0 ? '' : ` and ${others.length} more`}${doubt}: nothing points to ${one} in ${seen}`,
      ...sight,
      '.',
    ];
  }
  return [`Nothing${that} got slower${doubt}: ${seen}`, ...sight, '.'];
}

/** Reductions of what is measured, and tests without a base: they belong into the first line. */
export function listReductions({ build, problems, tests }: Verdict): string[] {
  const baseless = listBaseless(tests, build);
  const reductions = describeReductions(problems).replace(/^; /, '');
  return [
    ...(baseless.length === 0 ? [] : [`${nameSome(baseless)} never passed before the change`]),
    ...(reductions === '' ? [] : [reductions]),
  ];
}

const mostMetrics = 2;
/** As a ratio minus one; beyond it a series sees nothing. */
const tenfold = 10;

/** Whether not one series that can block would have shown half as much again: then green says next to nothing. */
function isHardlySeen(verdict: Verdict): boolean {
  const seen = measureVisibility(verdict);
  return seen.length > 0 && seen.every(({ worstSeen }) => worstSeen === undefined);
}

/** Whether green would say too much. */
export function isDoubtful(verdict: Verdict): boolean {
  return isHardlySeen(verdict) || listUnseen(verdict).length > 0;
}

/** The change that the series that can block would have shown, time first; those that would show only a huge one apart. */
function formatSight(
  verdict: Verdict,
  page: string | undefined,
): { doubts: string[]; sight: Inline[] } {
  const seen = measureVisibility(verdict);
  if (seen.length === 0) {
    if (isCountedExactly(verdict)) return { doubts: [], sight: ['; any change would have shown'] };
    return { doubts: ['how small a change would show is not known'], sight: [] };
  }
  const blind = seen.filter((one) => one.blind > 0);
  const more = blind.length - mostMetrics;
  const doubts = [
    ...blind.slice(0, mostMetrics).map(describeBlind),
    ...(more > 0 ? [`${countThings(more, 'more metric')} too noisy`] : []),
  ];
  const [first, ...others] = seen
    .flatMap(({ blind, limitSeen = 0, metric, short, worstSeen }) => {
      const name = `${nameMetric(metric)}${blind === 0 ? '' : ' of the others'}`;
      return worstSeen === undefined
        ? []
        : [{ name, size: formatSeen({ smallest: worstSeen, limit: limitSeen }, short) }];
    })
    .slice(0, mostMetrics);
  if (first === undefined) return { doubts, sight: [] };
  const rest = others.map((one) => `, ${one.name} ${one.size}`);
  const sight = [
    `; ${first.name} `,
    linkTerm('would have shown', page),
    ` ${first.size}${rest.join('')}`,
  ];
  return { doubts, sight };
}

/** `latency of 3 of 34 series would show only +600% or more` */
function describeBlind({ blind, leastBlind = Infinity, metric, series }: Visibility): string {
  const of = blind === series ? '' : ` of ${blind} of ${series} series`;
  const name = `${nameMetric(metric)}${of}`;
  if (leastBlind > tenfold) return `${name} too noisy to tell`;
  return `${name} would show only ${formatSize(leastBlind)} or more`;
}

/** `+12% where +10% is allowed`, `+30% where +25% is allowed, and +12% where +5% is allowed`; a limit alone is no noise. */
function formatSeen(worst: Seen, short: Seen = worst): string {
  const told = [worst, short].map(({ limit, smallest }) => {
    const allowed = reachesLimit(limit, smallest) ? ` where ${formatSize(limit)} is allowed` : '';
    return `${formatSize(smallest)}${allowed}`;
  });
  const isNews = formatSize(short.smallest) !== formatSize(short.limit);
  return [...new Set(isNews ? told : told.slice(0, 1))].join(', and ');
}

function formatSize(share: number): string {
  return `+${Number((share * 100).toPrecision(2))}%`;
}
