import type { SeriesVerdict, Verdict } from '../../../src/contract/documents.ts';
import { seriesKey } from '../../../src/contract/series-key.ts';
import type { JudgedSeries, Judgement, SeriesFate } from '../../../src/gate/gate-facts.ts';
import { type Look, lookAt } from '../reconcile/look.ts';
import type { Subject } from '../subject.ts';
import type { CommandPorts } from './answer.ts';

/**
 * Looks at a pull request as its check does, and takes the verdicts of its runs from the ledger: nothing is
 * downloaded or judged for a command.
 * @param recall `keptUntilMs`: only verdicts that were visible by then
 * @returns undefined when there is no such pull request
 * @throws Unavailable, Refused
 */
export async function readSituation(
  ports: CommandPorts,
  subject: Extract<Subject, { kind: 'pull-request' }>,
  recall: { keptUntilMs?: number } = {},
): Promise<Look | undefined> {
  return lookAt({ ports, signal: ports.signal, recall }, subject);
}

/** The attempts of a commit together, series by series, as the report shows it. */
export interface JudgedSituation {
  verdict: Verdict;
  /** By series key; only those that some attempt called regressed. */
  judged: ReadonlyMap<string, JudgedSeries>;
  /** Past a threshold that blocks, not cleared and not accepted, worst first: as it was measured. */
  red: SeriesVerdict[];
  brokenTests: readonly string[];
}

/**
 * The result of a look. A regression of one attempt alone can be accepted too, without waiting for the second.
 * @returns undefined when there is no verdict
 */
export function findJudged({ decision: { state } }: Look): JudgedSituation | undefined {
  const judgement = 'judgement' in state ? state.judgement : undefined;
  return judgement && describeJudged(judgement, ['blocks', 'awaits-confirmation']);
}

/** @param red how a series ends that stands in the way */
export function describeJudged(
  { brokenTests, series, verdict }: Judgement,
  red: readonly SeriesFate[],
): JudgedSituation {
  const judged = new Map(series.map((one) => [one.key, one]));
  const isRed = (one: SeriesVerdict): boolean => {
    const fate = judged.get(seriesKey(one))?.fate;
    return fate !== undefined && red.includes(fate);
  };
  return { verdict, judged, red: verdict.series.filter(isRed), brokenTests };
}
