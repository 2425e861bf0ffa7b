import type { ConfirmationState } from '../ledger/ledger.ts';
import type { GateFacts } from '../state/gate-facts.ts';
import { findRuns } from './find-runs.ts';
import { type JudgedRun, judgeRun, recallRun, type RunRequest } from './judge-run.ts';
import type { Change } from './read-change.ts';
import { type ReadConfiguration, type SuiteAt, suiteFile } from './read-configuration.ts';

export interface Measurements extends Pick<
  GateFacts,
  'run' | 'attempts' | 'shardOf' | 'refusals' | 'confirmation'
> {
  /** The newest run that measured this change, with its own attempts alone. */
  current?: Pick<JudgedRun, 'run'> & Partial<JudgedRun>;
}

/** Of the newest runs GitHub is asked; of those before them what was kept counts. */
const mostAsked = 5;

type Context = Pick<RunRequest, 'ports' | 'memory' | 'judgeInTurn' | 'signal'>;

const none: Measurements = { attempts: [], shardOf: new Map(), refusals: [] };

/**
 * All that was measured of this commit. A pull request that was closed and opened again has a second run of
 * the same commit: its attempts are counted on from those of the first, for whoever measures until it is
 * green has no gate.
 */
export async function gatherRuns(
  context: Context,
  change: Change,
  configuration: ReadConfiguration,
): Promise<Measurements> {
  const { gate, judging } = configuration;
  if (gate === undefined) return none;
  const { github } = context.ports;
  const all = await github.listWorkflowRuns(change.subject.repository, change.head);
  const runs = findRuns(all, change, gate.workflow);
  const newest = runs.at(-1);
  if (newest === undefined) return none;
  if (judging === undefined) {
    const { id: runId, attempt, url, status, conclusion } = newest;
    const ended = conclusion === undefined ? {} : { conclusion };
    return {
      ...none,
      run: { runId, attempt, url, status, ...ended },
      refusals: [explainNoSuite(configuration.head)],
      current: { run: newest },
    };
  }
  const judged: JudgedRun[] = [];
  for (const [place, run] of runs.entries()) {
    const request = { ...context, change, judging, run };
    const isAsked = place >= runs.length - mostAsked;
    judged.push(isAsked ? await judgeRun(request) : recallRun(request));
  }
  const own = judged.filter(({ isOfOtherBase }) => !isOfOtherBase);
  return combineRuns(context, own.length === 0 ? judged : own);
}

function combineRuns({ ports }: Context, judged: readonly JudgedRun[]): Measurements {
  const last = judged.at(-1);
  if (last === undefined) return none;
  const { key, refusals, run } = last;
  // Where perigee.yml does not say how many shards there are, a run that left nothing does not either.
  const plan = judged.findLast(({ attempts }) => attempts.length > 0)?.plan ?? last.plan;
  const current: JudgedRun = { ...last, ...(plan === undefined ? {} : { plan }) };
  let offset = 0;
  const attempts = judged.flatMap(({ attempts: own, run: { attempt } }) => {
    const counted = own.map((one) => ({ ...one, attempt: one.attempt + offset }));
    offset += attempt;
    return counted;
  });
  offset -= run.attempt;
  const confirmation = ports.ledger.readConfirmation(key);
  const { id: runId, url, status, conclusion } = run;
  return {
    run: {
      ...{ runId, url, status, attempt: run.attempt + offset },
      ...(conclusion === undefined ? {} : { conclusion }),
    },
    attempts,
    refusals,
    shardOf: plan?.shardOf ?? new Map(),
    ...(confirmation === undefined ? {} : { confirmation: moveOn(confirmation, offset) }),
    current,
  };
}

/** Its attempt is one of its own run. */
function moveOn(state: ConfirmationState, offset: number): ConfirmationState {
  if (state.kind !== 'requested') return state;
  return { ...state, afterAttempt: state.afterAttempt + offset };
}

function explainNoSuite(head: SuiteAt): string {
  if (head.kind === 'none') return `this commit has no ${suiteFile}: nothing says what it measures`;
  return `${suiteFile} of this commit is not valid: nothing says what it measures`;
}
