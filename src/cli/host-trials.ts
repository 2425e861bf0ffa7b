/** Recorded trials of `host` settings on this machine: `.perigee/host-trials.jsonl`, a line for each trial. */
import { appendFileSync, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { HostTrial } from '../contract/host-trial.ts';
import { parseJson } from '../contract/json-text.ts';
import { UserError } from '../contract/user-error.ts';
import { makePlain } from '../report/plain-text.ts';
import { refuseLinks, stateFolder } from '../runner/worktrees/state-directory.ts';

/** Some thousand trials; more are no work of this program. */
const mostBytes = 1_000_000;
const limits = { maxCharacters: 1_000, maxDepth: 2, maxValues: 20 };

/** @throws UserError when the file is behind a link */
export function keepTrials(root: string, trials: readonly HostTrial[]): void {
  if (trials.length === 0) return;
  appendFileSync(findFile(root), trials.map((one) => `${JSON.stringify(one)}\n`).join(''));
}

/** The newest of each setting; nothing of what cannot be read, since it only words an advice. */
export function readTrials(root: string): HostTrial[] {
  const file = findFile(root);
  if (!existsSync(file) || statSync(file).size > mostBytes) return [];
  const newest = new Map<string, HostTrial>();
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const trial = readTrial(line);
    if (trial !== undefined) newest.set(trial.setting, trial);
  }
  return [...newest.values()];
}

function findFile(root: string): string {
  const file = join(root, stateFolder, 'host-trials.jsonl');
  refuseLinks(root, file);
  return file;
}

function readTrial(line: string): HostTrial | undefined {
  if (line === '') return undefined;
  try {
    const value = parseJson(line, 'a trial', limits) as Partial<Record<keyof HostTrial, unknown>>;
    const { figure, helps, ratio, setting } = value;
    if (typeof setting !== 'string' || !/^[a-zA-Z]{1,40}: [\w.,@ -]{1,100}$/.test(setting)) return;
    if (typeof figure !== 'string' || typeof helps !== 'boolean') return undefined;
    if (typeof ratio !== 'number' || !(ratio > 0)) return undefined;
    return { setting, helps, ratio, figure: makePlain(figure.slice(0, 300)) };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return undefined;
  }
}
