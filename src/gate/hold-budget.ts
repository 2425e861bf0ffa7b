import type { JudgedOutcome } from '../contract/gate.ts';
import type { Metric, SeriesVerdict } from '../contract/documents.ts';
import { listRenamed, openCurrentNames } from '../contract/renames.ts';
import { type SeriesIdentity, seriesKey } from '../contract/series-key.ts';
import type { GateFacts, GateState, Judgement } from './gate-facts.ts';

/** More serious than an exceeded budget: they say what happens to the merge without it. */
const prior: ReadonlySet<JudgedOutcome> = new Set(['regressed', 'incomplete', 'suite-changed']);

/** A series whose budget is exceeded may not get worse at all, also where its threshold allows it. */
export function holdBudget(
  state: GateState & { kind: 'judged' },
  { overBudget }: Pick<GateFacts, 'overBudget'>,
): JudgedOutcome {
  const { judgement, outcome } = state;
  if (overBudget === undefined || prior.has(outcome)) return outcome;
  return listOverBudget(judgement, overBudget).length > 0 ? 'over-budget' : outcome;
}

/** Those that got worse for sure, worst first. */
export function listOverBudget(
  { verdict }: Pick<Judgement, 'verdict'>,
  overBudget: readonly SeriesIdentity[],
): SeriesVerdict[] {
  const directions = new Map(verdict.metrics.map(({ direction, name }) => [name, direction]));
  const nameNow = openCurrentNames(listRenamed(verdict.tests));
  const over = new Set(overBudget.map((one) => seriesKey(nameNow(one))));
  return verdict.series.filter(
    (one) => over.has(seriesKey(one)) && isSurelyWorse(one, directions.get(one.metric)),
  );
}

function isSurelyWorse(
  { evidence }: SeriesVerdict,
  direction: Metric['direction'] = 'lower',
): boolean {
  const { change = 0, interval, method } = evidence;
  if (method === 'none') return false;
  const end = direction === 'lower' ? interval?.lower : interval?.upper;
  const nearest = method === 'exact' ? change : (end ?? 0);
  return direction === 'lower' ? nearest > 0 : nearest < 0;
}
