import { type Change, readChange } from '../../variability/bisect/read-change.ts';
import type { SeriesVerdict, Verdict } from '../../contract/documents.ts';
import { formatChange } from '../../contract/units.ts';
import { exitCode, UserError } from '../../contract/user-error.ts';
import { makePlain } from '../../report/plain-text.ts';
import { formatSeriesName } from './finding.ts';

/** The series to follow, as far as a person named it. */
export interface WantedSeries {
  span?: string;
  metric?: string;
}

/** A change of fewer standard errors may be none. */
const fewestErrors = 3;
const mostNamed = 8;

/**
 * The series to follow: of those that regressed, or of those that were asked for, the one whose change stands out most
 * from its noise, because it takes the fewest pairs. What blocks comes before what does not.
 * @throws UserError when none differs between the two ends
 */
export function chooseSeries(
  { headline, series }: Pick<Verdict, 'headline' | 'series'>,
  tests: readonly string[],
  { metric, span }: WantedSeries,
): SeriesVerdict {
  const isAsked = span !== undefined || metric !== undefined;
  const own = series.filter(({ test }) => tests.includes(test));
  const [best] = own
    .filter((one) => (metric ?? one.metric) === one.metric && (span ?? one.span) === one.span)
    .filter(({ state }) => isAsked || state === 'regressed')
    .flatMap((one) => {
      const change = readChange(one);
      return change === undefined ? [] : [{ one, errors: errorsOf(change) }];
    })
    .sort((a, b) => Number(b.one.blocking) - Number(a.one.blocking) || b.errors - a.errors);
  if (best !== undefined && best.errors >= fewestErrors) return best.one;
  if (best !== undefined) {
    const { change = 0 } = best.one.evidence;
    throw new UserError({
      seen: `${formatSeriesName(best.one)} differs by ${formatChange(change)} between the two commits, which may be chance`,
      expected: `a change of at least ${fewestErrors} standard errors`,
      remedy: 'name commits that lie further apart, or a series that varies less',
      exitCode: exitCode.undecided,
    });
  }
  if (!isAsked) {
    throw new UserError({
      seen: `between the two commits: ${makePlain(headline)}`,
      expected: 'a series that regressed',
      remedy: 'to follow another one, name it with --metric, --span and --test',
      exitCode: exitCode.undecided,
    });
  }
  const names = [...new Set(own.map((one) => `--span ${one.span} --metric ${one.metric}`))];
  throw new UserError({
    seen: 'no series of this test, span and metric has values above zero at both commits',
    expected: `one of ${names.slice(0, mostNamed).map(makePlain).join(', ')}${names.length > mostNamed ? ' and others' : ''}`,
    remedy: 'name another one; what was measured is kept',
  });
}

function errorsOf({ error, size }: Change): number {
  return Math.abs(size) / error;
}
