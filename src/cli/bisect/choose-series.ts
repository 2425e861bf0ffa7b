import type { SeriesVerdict, Verdict } from '../../contract/documents.ts';
import { formatChange } from '../../contract/units.ts';
import { exitCode, UserError } from '../../contract/user-error.ts';
import { type Change, readChange } from '../../bisect/read-change.ts';
import { makePlain } from '../../report/plain-text.ts';
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
  const [best] = candidates.sort((a, b) => rank(b) - rank(a));
  if (best === undefined) throw isAsked ? nothingFits(verdict) : nothingRegressed(verdict);
  if (errorsOf(best) < fewestErrors) throw tooLittle(best);
  return best.series;
}

/** What blocks before what does not. */
function rank(candidate: Candidate): number {
  return errorsOf(candidate) + (candidate.series.blocking ? 1e9 : 0);
}

function errorsOf({ change }: Candidate): number {
  return Math.abs(change.size) / change.error;
}

function nothingFits({ series }: Verdict): UserError {
  const spans = [...new Set(series.map(({ span }) => span))].slice(0, 5).map(makePlain);
  const metrics = [...new Set(series.map(({ metric }) => metric))].slice(0, 5).map(makePlain);
  return new UserError({
    seen: 'no series of this span and metric can be compared between the two commits',
    expected: `one that both have, e.g. --span ${JSON.stringify(spans[0] ?? '')} of ${spans.join(', ')}; --metric of ${metrics.join(', ')}`,
    exitCode: exitCode.couldNotMeasure,
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
