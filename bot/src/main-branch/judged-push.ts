import type { SeriesVerdict, Verdict } from '../../../src/contract/documents.ts';
import type { Suite } from '../../../src/contract/suite.ts';
import type { BuildPlan } from '../change/plan-build.ts';
import type { AttemptVerdict, RunKey } from '../ledger/ledger.ts';
import type { Judgement } from '../../../src/gate/gate-facts.ts';

/** A push to the default branch that was measured. */
export interface JudgedPush {
  commit: string;
  /** The tip before it. */
  before: string;
  /** Key of the newest run. */
  key: RunKey;
  /** All that measured it, oldest first. */
  runs: readonly PushRun[];
  /** From the newest attempt. */
  verdict: Verdict;
  /** Over all attempts and accepts; there where any of them found something that blocks. */
  judgement?: Judgement;
  /** Its plan, if its perigee.yml can be read. */
  planned?: { suite: Suite; plan: BuildPlan };
}

export interface PushRun {
  key: RunKey;
  /** Oldest first; at least one. */
  attempts: readonly AttemptVerdict[];
}

/** Attempts of all runs of a push, oldest first. */
export function listAttempts({ runs }: Pick<JudgedPush, 'runs'>): AttemptVerdict[] {
  return runs.flatMap(({ attempts }) => attempts);
}

/** The push and the series in it that it made worse than allowed, after confirmation. */
export interface CulpritPush extends JudgedPush {
  judgement: Judgement;
}

export type Direction = 'lower' | 'higher';

/** How much worse, in the metric's own direction: above zero is worse. */
export function worseBy(value: number, direction: Direction): number {
  return direction === 'lower' ? value : -value;
}

export function directionOf(verdict: Verdict, { metric }: SeriesVerdict): Direction {
  return verdict.metrics.find(({ name }) => name === metric)?.direction ?? 'lower';
}
