import { codeUnknown } from '../../contract/gaps.ts';
import { countThings } from '../../contract/count-things.ts';
import type { Verdict } from '../../contract/documents.ts';
import { listBaseless, nameSome } from '../../contract/baseless-tests.ts';
import { describeReductions } from '../../contract/suite-changes.ts';
import type { Inline } from '../blocks.ts';
import { nameMetric } from '../series-words.ts';
import { linkTerm } from '../terms.ts';
import { isCountedExactly, measureVisibility } from '../visibility.ts';
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

/** The change that all series that can block would have shown: time first. */
function formatSight(
  verdict: Verdict,
  page: string | undefined,
): { doubts: string[]; sight: Inline[] } {
  const seen = measureVisibility(verdict);
  if (seen.length === 0) {
    if (isCountedExactly(verdict)) return { doubts: [], sight: ['; any change would have shown'] };
    return { doubts: ['how small a change would show is not known'], sight: [] };
  }
  const [noisy, sure] = [
    seen.filter(({ worst }) => worst > tenfold),
    seen.filter(({ worst }) => worst <= tenfold),
  ];
  const names = noisy.map(({ metric }) => nameMetric(metric));
  const [first, ...others] = sure.slice(0, mostMetrics);
  const size = (worst: number): string => `+${Number((worst * 100).toPrecision(2))}%`;
  const more = others.map(({ metric, worst }) => `, ${nameMetric(metric)} ${size(worst)}`).join('');
  const sight =
    first === undefined
      ? []
      : [
          `; ${nameMetric(first.metric)} `,
          linkTerm('would have shown', page),
          ` ${size(first.worst)}${more}`,
        ];
  return { doubts: names.length === 0 ? [] : [`${names.join(' and ')} too noisy to tell`], sight };
}
