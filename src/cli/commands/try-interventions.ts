import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { HostSettings, RunRecord } from '../../contract/documents.ts';
import { titleMetric } from '../../contract/metrics.ts';
import { formatChange } from '../../contract/units.ts';
import { exitCode, type ExitCode, UserError } from '../../contract/user-error.ts';
import { makePlain } from '../../report/plain-text.ts';
import { nameSpan } from '../../report/series-words.ts';
import { candidates, type Intervention, probeSetting } from '../../runner/host/interventions.ts';
import type { RunPorts } from '../../runner/run-request.ts';
import { runSuite } from '../../runner/run-suite.ts';
import {
  compareSpreads,
  findHelpful,
  type SpreadChange,
} from '../../variability/compare-spreads.ts';
import type { HostTrial } from '../../contract/host-trial.ts';
import { home } from '../home.ts';
import { keepTrials } from '../host-trials.ts';
import { formatShare } from '../render-variability.ts';
import { warnOfUncommitted } from '../warn-of-uncommitted.ts';
import { withMeasuring } from '../with-measuring.ts';
import { openWorkplace, type Workplace } from '../workplace.ts';
import { writeWhole } from '../../runner/journal/write-whole.ts';
import { writeHost } from '../../suite/write-host.ts';
import type { SelectionOptions } from '../shared-options.ts';

export interface TrialOptions extends SelectionOptions {
  /** Fresh worktrees, one after the other. */
  rounds: number;
  /** For each test in each round. */
  runs: number;
  /** Try what makes runs more alike: keys of `host`, or all that change nothing for other programs. */
  try?: true | string[];
  /** Write what helps to perigee.yml. */
  write?: boolean;
  format: 'terminal' | 'json' | 'html';
}

export interface Trial extends Pick<Intervention, 'name' | 'setting' | 'warning'> {
  changes: SpreadChange[];
}

/**
 * `perigee variability --try`: measures a commit against itself, one side as usual and one with a setting of `host`, pair
 * by pair, so that both meet the same noise.
 */
export async function tryInterventions(name: string, options: TrialOptions): Promise<ExitCode> {
  const workplace = await openWorkplace(process.cwd(), options);
  warnOfUncommitted(process.cwd(), options.config);
  const { offered, refused } = probeAll(workplace.suite.host, options.try ?? true);
  const trials: Trial[] = [];
  const printTrial = (trial: Trial): void => {
    trials.push(trial);
    if (options.format === 'terminal') write(renderTrial(trial));
  };
  const isWhole = await withMeasuring({ isolation: options.isolation }, async (ports) => {
    const measure = async (settings: HostSettings, trial: Omit<Trial, 'changes'>) => {
      if (ports.signal.aborted) return;
      process.stderr.write(`${trial.name}: ${describeSetting(settings)}\n`);
      const record = await measurePairs(name, settings, workplace, options, ports);
      printTrial({ ...trial, changes: compareSpreads(record) });
    };
    for (const { name: title, setting, warning } of offered) {
      await measure(setting, { name: title, setting, warning });
    }
    const together = join(listHelpful(trials));
    if (Object.keys(together).length > 1) {
      await measure(together, { name: 'all that helps', setting: together });
    }
    return !ports.signal.aborted;
  });
  if (options.format === 'json') write(JSON.stringify({ trials, refused }, undefined, 2));
  else for (const { name: what, why } of refused) write(`not tried: ${what}: ${makePlain(why)}`);
  const said = await concludeTrials(trials, workplace.root, workplace.suite.file, options);
  if (options.format !== 'json') write(said.conclusion);
  process.stderr.write(said.written);
  return isWhole ? exitCode.nothingRegressed : exitCode.couldNotMeasure;
}

/**
 * Keeps what was tried for the advice of later runs, and puts what helps into perigee.yml where that was asked for.
 * @returns what all trials come to, and what was written, as text
 */
export async function concludeTrials(
  trials: readonly Trial[],
  root: string,
  suiteFile: string,
  { write: writes = false }: Pick<TrialOptions, 'write'>,
): Promise<{ conclusion: string; written: string }> {
  const helpful = listHelpful(trials);
  keepTrials(
    root,
    trials.flatMap((trial) => describeTrial(trial, helpful)),
  );
  const written = writes ? await writeHelpful(suiteFile, helpful) : '';
  return { conclusion: conclude(trials, helpful, writes), written };
}

function write(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Settings that change the machine for other programs, too, are tried only if their key was named. */
function probeAll(
  { stop }: HostSettings,
  keys: true | readonly string[],
): { offered: Intervention[]; refused: { name: string; why: string }[] } {
  const all = [...candidates, ...(stop === undefined ? [] : [{ stop }])];
  const known = [...new Set([...all.flatMap((setting) => Object.keys(setting)), 'stop'])];
  const unknown = keys === true ? undefined : keys.find((key) => !known.includes(key));
  if (unknown !== undefined) throw refuseKey(unknown, known);
  const offered: Intervention[] = [];
  const refused: { name: string; why: string }[] = [];
  for (const setting of all) {
    if (keys !== true && !Object.keys(setting).some((key) => keys.includes(key))) continue;
    const name = describeSetting(setting);
    const found = probeSetting(setting);
    if (typeof found === 'string') refused.push({ name, why: found });
    else if (keys === true && found.isWide) refused.push({ name, why: wideWhy(setting) });
    else offered.push(found);
  }
  if (stop === undefined && (keys === true || keys.includes('stop'))) {
    refused.push({ name: 'stop', why: 'name programs under host: stop in perigee.yml first' });
  }
  return { offered, refused };
}

function wideWhy(setting: HostSettings): string {
  const key = Object.keys(setting).join();
  return `it changes the machine for every program on it; try it with --try ${key}`;
}

function refuseKey(key: string, known: readonly string[]): UserError {
  return new UserError({
    where: '--try',
    seen: `${JSON.stringify(key.slice(0, 100))} is not a key of host`,
    expected: `some of ${known.join(', ')}`,
    remedy: 'a revision stands before --try',
  });
}

function measurePairs(
  name: string,
  settings: HostSettings,
  { root, suite, tests }: Workplace,
  { rounds, runs }: TrialOptions,
  ports: RunPorts,
): Promise<RunRecord> {
  const pairs = rounds * runs;
  const revision = { kind: 'revision', name } as const;
  return runSuite({
    suite: { ...suite, repeats: pairs, maxRepeats: pairs },
    ...{ tests, repository: root, home, environment: process.env, ports },
    sides: { before: revision, after: revision },
    hosts: { before: {}, after: settings },
    isTrial: true,
  });
}

interface Helpful extends Trial {
  best: SpreadChange;
}

function listHelpful(trials: readonly Trial[]): Helpful[] {
  const best = findHelpful(trials.map(({ changes }) => changes));
  const found = trials.flatMap((trial, at): Helpful[] => {
    const change = best[at];
    return change === undefined ? [] : [{ ...trial, best: change }];
  });
  // Takes the more helpful of two values of a key, such as one CPU and all but one.
  const ratio = ({ best: { without, with: other } }: Helpful): number =>
    other.variation.value / without.variation.value;
  const byKey = Map.groupBy(found, ({ setting }) => Object.keys(setting).join());
  return [...byKey.values()].flatMap((same) => same.sort((a, b) => ratio(a) - ratio(b))[0] ?? []);
}

function join(helpful: readonly Helpful[]): HostSettings {
  return Object.assign({}, ...helpful.map(({ setting }) => setting)) as HostSettings;
}

function describeSetting(settings: HostSettings): string {
  return Object.entries(settings)
    .map(([key, value]) => `${key}: ${Array.isArray(value) ? value.join(', ') : String(value)}`)
    .join(', ');
}

function renderTrial({ changes, name, setting, warning }: Trial): string {
  const title = `${name} (${describeSetting(setting)})${warning === undefined ? '' : `; ${warning}`}`;
  return [title, ...changes.map((change) => `  ${formatSpreadChange(change)}`)].join('\n');
}

/** For the advice beside undecided series. What was set together says nothing of one setting. */
function describeTrial(trial: Trial, helpful: readonly Helpful[]): HostTrial[] {
  const best = helpful.find(({ setting }) => setting === trial.setting)?.best;
  const change = best ?? trial.changes[0];
  if (change === undefined || Object.keys(trial.setting).length > 1) return [];
  const ratio = change.with.variation.value / change.without.variation.value;
  const setting = describeSetting(trial.setting);
  return [{ setting, helps: best !== undefined, ratio, figure: describeFigure(change) }];
}

/** The result of all trials, in one line. */
function conclude(trials: readonly Trial[], helpful: readonly Helpful[], writes: boolean): string {
  const single = trials.filter(({ setting }) => Object.keys(setting).length === 1).length;
  if (single === 0) return 'Nothing was tried.';
  const names = helpful.flatMap(({ setting }) =>
    Object.keys(setting).length === 1 ? [describeSetting(setting)] : [],
  );
  if (names.length === 0) {
    return `Of ${single} tried, none was shown to make runs more alike; more --runs show smaller effects.`;
  }
  const next = writes ? '' : '; --write puts it into perigee.yml';
  return `Of ${single} tried, ${names.length} made runs more alike: ${names.join(', ')}${next}.`;
}

const effects = {
  less: 'it helps',
  more: 'it makes them worse',
  'not told': 'no difference that these runs show',
} as const;

function formatSpreadChange(change: SpreadChange): string {
  const { effect, isOtherMeasure, medianChange, metric, without } = change;
  const spread = ({ rangeOfFive, variation }: SpreadChange['without']): string =>
    `${formatShare(variation.value)}, range of five ${formatShare(rangeOfFive?.value ?? 0)}`;
  const other = isOtherMeasure
    ? `; the median changes by ${formatChange(medianChange)}: something else is measured`
    : '';
  return `${makePlain(nameSpan(change))}, ${titleMetric(metric)}: varies by ${spread(without)} → ${spread(change.with)}: ${effects[effect]}${other}`;
}

/** For the line of perigee.yml. */
function describeFigure({ metric, with: other, without, ...span }: SpreadChange): string {
  const [from, to] = [without, other].map(({ variation }) => formatShare(variation.value));
  return `${makePlain(nameSpan(span))}, ${titleMetric(metric)}: varies by ${from} → ${to} in ${other.runs} pairs`;
}

/** Puts what helps into perigee.yml, with its figures. @returns what was done */
async function writeHelpful(file: string, helpful: readonly Helpful[]): Promise<string> {
  if (helpful.length === 0) return 'nothing was shown to help, so perigee.yml stays as it is\n';
  const settings = helpful.map(({ best, setting }) => ({ setting, figure: describeFigure(best) }));
  await writeWhole(file, writeHost(await readFile(file, 'utf8'), settings));
  const keys = helpful.flatMap(({ setting }) => Object.keys(setting));
  return `wrote ${keys.join(', ')} under host: in ${basename(file)}\n`;
}
