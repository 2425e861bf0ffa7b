import { readFileSync } from 'node:fs';
import { isRunning as isProcessRunning } from '../../is-running.ts';
import { onTestFinished } from 'vitest';
import type { HoldProcesses } from '../../../src/contract/process-hold.ts';
import type { Tier } from '../../../src/profile/means.ts';
import { chooseTier } from '../../../src/profile/portable/choose-tier.ts';
import { createExecute, type Profiling } from '../../../src/profile/create-execute.ts';

export async function openProfiling(tier: Tier = chooseTier(process)): Promise<Profiling> {
  const profiling = await createExecute(tier);
  onTestFinished(() => profiling.close());
  return profiling;
}

/** What ends processes for real, until the test ends. */
export async function openHold(): Promise<HoldProcesses> {
  return (await openProfiling()).hold;
}

/** @param file holds a pid */
export function isRunning(file: string): boolean {
  return isProcessRunning(Number(readFileSync(file, 'utf8')));
}
