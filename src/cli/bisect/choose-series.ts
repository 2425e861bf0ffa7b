import type { SeriesVerdict, Verdict } from '../../contract/documents.ts';
import { formatChange } from '../../contract/units.ts';
import { exitCode, UserError } from '../../contract/user-error.ts';
import { type Change, readChange } from '../../bisect/read-change.ts';
import { makePlain } from '../../report/plain-text.ts';
import { suggestName } from '../../suite/nearest-name.ts';
import { nameSeries } from './tell-bisect.ts';

export interface SeriesChoice {
  tests: readonly string[];
  span?: string;
  metric?: string;
}

/** A change of fewer standard errors may be none. */
const fewestErrors = 3;

interface Candidate {
  series: SeriesVerdict;
  change: Change;
}

/**
 * The series to follow: of those that regressed, or of those that were asked for, the one whose change stands out most
 * from its noise, because it takes the fewest pairs.
 * @throws UserError when none differs between the two ends
 */
export function chooseSeries(verdict: Verdict, wanted: SeriesChoice): SeriesVerdict {
  const isAsked = wanted.span !== undefined || wanted.metric !== undefined;
  const candidates = verdict.series.flatMap((series): Candidate[] => {
    if (!wanted.tests.includes(series.test)) return [];
    if (series.metric !== (wanted.metric ?? series.metric)) return [];
    if (series.span !== (wanted.span ?? series.span)) return [];
    if (!isAsked && series.state !== 'regressed') return [];
    const change = readChange(series);
    return change === undefined ? [] : [{ series, change }];
  });
  // What blocks comes before what does not.
  const [best] = candidates.sort(
    (a, b) => Number(b.series.blocking) - Number(a.series.blocking) || errorsOf(b) - errorsOf(a),
  );
  if (best === undefined) throw isAsked ? nothingFits(verdict, wanted) : nothingRegressed(verdict);
  if (errorsOf(best) < fewestErrors) throw tooLittle(best);
  return best.series;
}

function errorsOf({ change }: Candidate): number {
  return Math.abs(change.size) / change.error;
}

function nothingFits({ series }: Verdict, { metric, span }: SeriesChoice): UserError {
  const metrics = [...new Set(series.map((one) => one.metric))];
  const spans = [...new Set(series.map((one) => one.span))];
  const isMetric = metric !== undefined && !metrics.includes(metric);
  const [option, word, names] = isMetric
    ? ['--metric', metric, metrics]
    : ['--span', span ?? '', spans];
  if (names.includes(word)) {
    return new UserError({
      seen: 'no series of this test, span and metric can be compared between the two commits',
      expected: 'one that has values above zero at both',
      exitCode: exitCode.couldNotMeasure,
    });
  }
  return new UserError({
    where: option,
    seen: `${JSON.stringify(word.slice(0, 100))} was not measured`,
    expected: `one of ${names.slice(0, 8).map(makePlain).join(', ')}${names.length > 8 ? ' and others' : ''}`,
    remedy: `${suggestName(word, names, 'name another one;')} What was measured is kept`,
  });
}

function nothingRegressed({ headline }: Verdict): UserError {
  return new UserError({
    seen: `between the two commits: ${makePlain(headline)}`,
    expected: 'a series that regressed',
    remedy: 'to follow another one, name it with --metric, --span and --test',
    exitCode: exitCode.undecided,
  });
}

function tooLittle({ series }: Candidate): UserError {
  return new UserError({
    seen: `${nameSeries(series)} differs by ${formatChange(series.evidence.change ?? 0)} between the two commits, which may be chance`,
    expected: `a change of at least ${fewestErrors} standard errors`,
    remedy: 'name commits that lie further apart, or a series that varies less',
    exitCode: exitCode.undecided,
  });
}
