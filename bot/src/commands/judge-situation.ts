import type { SeriesVerdict, Verdict } from '../../../src/contract/documents.ts';
import { seriesKey } from '../../../src/contract/series-key.ts';
import type { Accept } from '../../../src/gate/accept.ts';
import type { ConfirmationState } from '../../../src/gate/run-history.ts';
import { combineAttempts } from '../../../src/gate/combine-attempts.ts';
import { decide } from '../../../src/gate/decide.ts';
import type { GateFacts, JudgedSeries, Judgement } from '../../../src/gate/gate-facts.ts';
import { holdAccepts } from '../../../src/gate/hold-accepts.ts';
import type { Situation } from './read-situation.ts';

/** What the attempts of a situation say together, series by series, as the report shows it. */
export interface JudgedSituation {
  verdict: Verdict;
  /** By series key; those that nobody called regressed are not in it. */
  judged: ReadonlyMap<string, JudgedSeries>;
  /** Past a threshold that blocks, not cleared and not accepted, worst first: as it was measured. */
  red: SeriesVerdict[];
  brokenTests: readonly string[];
}

/**
 * @param accepts of the repository that stand
 * @returns undefined when there is no verdict
 */
export function judgeSituation(
  situation: Situation,
  accepts: readonly Accept[],
  nowMs: number,
): JudgedSituation | undefined {
  const { series, verdict, brokenTests } = findJudgement(situation, accepts, nowMs) ?? {};
  if (series === undefined || verdict === undefined) return undefined;
  const judged = new Map<string, JudgedSeries>(series.map((one) => [one.key, one]));
  // What one attempt alone said can be accepted too: whoever does need not wait for the second.
  const isRed = (one: SeriesVerdict): boolean => {
    const fate = judged.get(seriesKey(one))?.fate;
    return fate === 'blocks' || fate === 'awaits-confirmation';
  };
  return { verdict, judged, red: verdict.series.filter(isRed), brokenTests: brokenTests ?? [] };
}

function findJudgement(
  situation: Situation,
  accepts: readonly Accept[],
  nowMs: number,
): Pick<Judgement, 'series' | 'verdict' | 'brokenTests'> | undefined {
  const [first, ...others] = situation.attempts;
  if (first === undefined) return undefined;
  const facts = describeFacts(situation, accepts, nowMs);
  const { state } = decide(facts);
  if ('judgement' in state) return state.judgement;
  // While a shard is missing nothing is decided, and what is there can be asked about all the same.
  const { configuration, shardOf } = situation;
  const isConfirmed = configuration.kind === 'valid' && configuration.gate.confirm;
  const { series, tests, verdict } = combineAttempts([first, ...others], {
    ...{ needed: isConfirmed ? 2 : 1, shardOf },
    accepts: holdAccepts(facts),
  });
  const broken = tests.filter(({ fate }) => fate !== 'cleared');
  return { series, verdict, brokenTests: broken.map(({ name }) => name) };
}

function describeFacts(
  { attempts, attemptsBefore, configuration, confirmation, current, shardOf, ...rest }: Situation,
  accepts: readonly Accept[],
  nowMs: number,
): GateFacts {
  const { pullRequest, subject } = rest;
  const run = current?.run;
  return {
    ...{ nowMs, kind: 'pull-request', head: pullRequest.head, headSinceMs: nowMs, isOpen: true },
    ...{
      configuration,
      isRelevant: true,
      changesSuite: false,
      attempts,
      shardOf,
      refusals: [],
      accepts,
    },
    pullRequests: [subject.number],
    ...(run === undefined
      ? {}
      : {
          run: {
            ...{ runId: run.id, attempt: run.attempt + attemptsBefore, url: run.url },
            status: run.status,
            ...(run.conclusion === undefined ? {} : { conclusion: run.conclusion }),
          },
        }),
    ...(confirmation === undefined ? {} : { confirmation: moveOn(confirmation, attemptsBefore) }),
  };
}

function moveOn(state: ConfirmationState, attempts: number): ConfirmationState {
  if (state.kind !== 'requested') return state;
  return { ...state, afterAttempt: state.afterAttempt + attempts };
}
