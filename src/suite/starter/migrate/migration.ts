import type { StarterTest } from '../findings.ts';
import type { FormerToolName } from '../former-tools.ts';
import type { Fate, Step, Workflow } from './workflow-lines.ts';

/** One service or action whose configuration becomes a suite. */
export interface FormerTool {
  name: FormerToolName;
  /** Whether a step runs it. */
  isIn(step: Step): boolean;
  /**
   * The test that a step becomes; decides on every line of the step.
   * @param earlier the steps before it, of which one may run the benchmarks
   */
  convert(step: Step, earlier: readonly Step[], workflow: Workflow): Converted;
  /** Steps that only install or build for it, and the command that takes their place in setup. */
  prepares?(step: Step): { command?: string; fate: Fate } | undefined;
}

export interface Converted {
  /** Undefined where nothing of the step can be kept; its lines say why. */
  test?: StarterTest;
  /** Of the earlier steps, that which is the test and so not setup. */
  used?: Step;
  /** What setup has to do beside the steps of the workflow. */
  setup?: string[][];
}

/** A script of a step as GitHub runs it: it ends at the first command that fails. */
export function runScript(script: string): string[] {
  return ['bash', '-eo', 'pipefail', '-c', script.trim()];
}

/** What only GitHub can fill in. */
export function findExpression(text: string): string | undefined {
  return /\$\{\{[^}]*\}\}/.exec(text)?.[0];
}

/** A name may do without what only GitHub knows, also where it was cut within it. */
export function leaveOutExpressions(name: string): string {
  return name.replaceAll(/[\s(,]*\$\{\{[^}]*(?:\}\}\)?|$)/g, '').trim();
}

export function keep(what: string): Fate {
  return { kind: 'kept as', what };
}

export function drop(what: string): Fate {
  return { kind: 'not needed', what };
}

export function miss(what: string): Fate {
  return { kind: 'no counterpart', what };
}

/** @param what the reader has to do, as an imperative */
export function leave(what: string): Fate {
  return { kind: 'up to you', what };
}
