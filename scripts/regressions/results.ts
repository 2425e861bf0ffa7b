/** The rounds, one JSON line each, so that an interruption loses nothing. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { Comparison } from './compare-verdict.ts';

export interface Round {
  scenario: string;
  /** From 1. */
  round: number;
  seconds: number;
  exitCode: number;
  comparison: Comparison;
}

export interface BrokenRound {
  scenario: string;
  round: number;
  /** Why it could not be measured. */
  broken: string;
}

export type Result = Round | BrokenRound;

export function isBroken(result: Result): result is BrokenRound {
  return 'broken' in result;
}

/** Later lines replace earlier ones of the same round: a broken round may be tried again. */
export function readResults(file: string): Result[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  const results = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Result);
  return [...new Map(results.map((one) => [`${one.scenario} ${one.round}`, one])).values()];
}

export function addResult(file: string, result: Result): void {
  appendFileSync(file, `${JSON.stringify(result)}\n`);
}
