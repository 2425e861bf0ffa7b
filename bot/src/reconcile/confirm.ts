import { Refused } from '../../../src/transport/platform-errors.ts';
import type { ConfirmationState } from '../../../src/gate/run-history.ts';
import type { RunKey } from '../ledger/ledger.ts';
import { explainRefusedRerun, type Run, type RunSide } from '../runs/run.ts';
import { hasMovedOn } from './has-moved-on.ts';
import type { Look } from './look.ts';
import type { LookPorts } from '../ports.ts';

/** A request whose answer was lost is made again after this long, unless the run shows that it was taken. */
const askAgainMs = 2 * 60_000;
const giveUpAfterMs = 30 * 60_000;

export type Confirming = 'nothing' | 'asked' | 'refused' | 'moved on';

/**
 * Has the shards measured again whose series would block. What is asked is written down first: after a crash
 * in between, the run itself tells whether it was taken, since it is at the next attempt then.
 * @returns `refused` where the same facts now lead to another decision, `moved on` where there is another head
 * @throws Unavailable; whether it was taken shows at the next look
 */
export async function confirm(
  ports: Pick<LookPorts, 'github' | 'ledger' | 'logger' | 'nowMs'>,
  { change, decision, measurements }: Look,
): Promise<Confirming> {
  const { current } = measurements;
  if (current?.key === undefined || current.plan === undefined) return 'nothing';
  const { key, plan, run, side } = current;
  const known = ports.ledger.readConfirmation(key);
  const nowMs = ports.nowMs();
  const shards =
    decision.confirmShards.length > 0
      ? decision.confirmShards
      : listLost(known, run.attempt, nowMs);
  if (shards.length === 0) return 'nothing';
  // A workflow keeps one run for each pull request: to run an older commit again would end that of the newer one.
  if (await hasMovedOn(ports, { change })) return 'moved on';
  const asked = new Set(known?.kind === 'requested' ? known.shards : []);
  // Again for the same attempt: the time stays, so that it is not asked for ever.
  const isAgain = known?.kind === 'requested' && known.afterAttempt === run.attempt;
  const state: ConfirmationState = {
    kind: 'requested',
    atMs: isAgain ? known.atMs : nowMs,
    afterAttempt: run.attempt,
    shards: [...new Set([...asked, ...shards])].sort((a, b) => a - b),
  };
  ports.ledger.writeConfirmation(key, state);
  try {
    const answer = await side.measureAgain(run, shards, plan.total);
    ports.logger.log('info', 'has shards measured again to confirm', {
      ...describeKey(key),
      shards,
      answer: answer.kind,
    });
    return 'asked';
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return noteRefusal(ports, { key, run, side }, error);
  }
}

/** Shards that were asked for, of a run that has ended and shows nothing of it. */
function listLost(
  known: ConfirmationState | undefined,
  attempt: number,
  nowMs: number,
): readonly number[] {
  if (known?.kind !== 'requested' || known.afterAttempt < attempt) return [];
  const agoMs = nowMs - known.atMs;
  return agoMs >= askAgainMs && agoMs < giveUpAfterMs ? known.shards : [];
}

/** The CI refuses a second request while it takes the first: then there is an attempt, and nothing is wrong. */
async function noteRefusal(
  ports: Pick<LookPorts, 'ledger' | 'logger'>,
  { key, run, side }: { key: RunKey; run: Run; side: RunSide },
  error: Refused,
): Promise<Confirming> {
  const now = await side.read(run.id, key.suite);
  if (now !== undefined && (now.attempt > run.attempt || now.status !== 'completed'))
    return 'asked';
  const why = explainRefusedRerun(error).slice(0, 300);
  ports.ledger.writeConfirmation(key, { kind: 'refused', why });
  ports.logger.log('warn', 'the CI does not run it again', { ...describeKey(key), why });
  return 'refused';
}

function describeKey({ repositoryId, suite, runId }: RunKey) {
  return { repositoryId, suite, runId };
}

/** When to check whether an unanswered request was accepted. */
export function whenToAskAgain(
  { ledger }: Pick<LookPorts, 'ledger'>,
  { facts, measurements }: Look,
): number | undefined {
  const { current } = measurements;
  if (current?.key === undefined) return undefined;
  const known = ledger.readConfirmation(current.key);
  if (known?.kind !== 'requested' || known.afterAttempt < current.run.attempt) return undefined;
  const atMs = known.atMs + askAgainMs;
  const isWorthIt = facts.nowMs < known.atMs + giveUpAfterMs;
  return isWorthIt ? Math.max(atMs, facts.nowMs + askAgainMs / 2) : undefined;
}
