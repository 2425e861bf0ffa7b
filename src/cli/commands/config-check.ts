import { formatDay } from '../../contract/format-time.ts';
import { countThings } from '../../contract/count-things.ts';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { attempt } from '../../contract/attempt.ts';
import { aggregateRecords } from '../../aggregate/aggregate-records.ts';
import type { RunRecord, SeriesSamples } from '../../contract/documents.ts';
import type { Suite } from '../../contract/suite.ts';
import { formatQuantity } from '../../contract/units.ts';
import { exitCode, type ExitCode } from '../../contract/user-error.ts';
import { parseDocument } from '../../contract/validate.ts';
import { loadSuite } from '../../suite/load-suite.ts';
import { takeTimeOfJob } from '../../suite/resolve-suite.ts';
import { builtInThresholds } from '../../verdict/thresholds/built-in.ts';
import { listPlaceholders } from '../../init/placeholder.ts';
import { explainThreshold } from '../../verdict/thresholds/explain-threshold.ts';
import { fewestToTurnRed } from '../../verdict/rule/settle.ts';
import { findOrphanRules } from '../../verdict/thresholds/find-orphan-rules.ts';
import { countByRule, listIdleRules, renderRules, renderRule } from '../explain-rules.ts';
import { makeContext } from '../judge-record.ts';
import { findRun, listRuns, runFiles, runsFolder } from '../run-folder.ts';
import { renderGateSettings } from '../render-gate-settings.ts';
import { renderPlatforms } from '../render-platforms.ts';
import { findRoot, findSuiteFile } from '../workplace.ts';
import type { Command } from 'commander';
import { end } from '../end-with.ts';
import { suiteFile } from '../shared-options.ts';

interface ConfigCheckOptions {
  config?: string;
  run?: string;
  verbose?: boolean;
}

export function declareCommand(config: Command): void {
  suiteFile(
    config
      .command('check')
      .description('validate perigee.yml and say how many series each rule decides'),
  )
    .option('--run <run>', 'take the series from this run (default: the newest)')
    .option('--verbose', 'every built-in rule, and every series by itself')
    .action((options: ConfigCheckOptions) => end(configCheck(options)));
}

/** `perigee config check`: what perigee.yml says, and how many series each rule decides. */
async function configCheck(options: ConfigCheckOptions): Promise<ExitCode> {
  const root = findRoot(process.cwd());
  const suite = await loadSuite(findSuiteFile(root, options.config));
  const write = (text: string): void => void process.stdout.write(`${text}\n`);
  const nightly = suite.tests.filter(({ when }) => when === 'nightly').length;
  write(`${suite.file}: valid`);
  const tests = countThings(suite.tests.length, 'test');
  const { maxRepeats, repeats } = suite;
  const pairs = repeats === maxRepeats ? `${repeats}` : `${repeats} to ${maxRepeats}`;
  write(`${tests} (${nightly} nightly only), ${pairs} pairs, ${describeTime(suite)}`);
  for (const line of renderPlatforms(suite.shards)) write(line);
  if (maxRepeats < fewestToTurnRed) {
    write(
      `maxRepeats: ${maxRepeats} decides nothing, so no test can turn red: it takes ${fewestToTurnRed} pairs`,
    );
  }
  for (const { test, message } of listPlaceholders(suite.tests)) write(`${test}: ${message}`);
  for (const line of renderGateSettings(root, suite.gate)) write(line);
  const folder =
    options.run === undefined ? findWholeRun(root) : findRun(root, options.run, runFiles.record);
  if (folder === undefined) {
    write('\nNothing was measured here yet, so there are no series to explain. The rules:');
    for (const rule of suite.thresholds) write(`  ${renderRule(rule)}`);
    if (options.verbose === true) {
      for (const rule of builtInThresholds) write(`  ${renderRule(rule)}`);
    } else {
      const others = countThings(builtInThresholds.length, 'rule');
      write(`  built-in  for what no other rule fits, ${others}: --verbose lists them`);
    }
    return exitCode.nothingRegressed;
  }
  const file = join(folder, runFiles.record);
  const record = parseDocument('run-record', readFileSync(file, 'utf8'), file);
  return explainRecord(root, suite, record, write, options.verbose === true);
}

/** The limit of `time`, and where it comes from if perigee.yml does not name it. */
function describeTime(suite: Suite): string {
  const { isUsualTime, timeNs } = suite;
  if (timeNs === undefined) return 'without a limit of time: maxRepeats is set, and time is not';
  const time = formatQuantity(timeNs, 'ns');
  if (isUsualTime !== true) return time;
  const job = formatQuantity(takeTimeOfJob(suite).timeNs ?? timeNs, 'ns');
  return `${time}, and ${job} in a job of a CI (built-in: time is not set)`;
}

/** The newest run that came to its end, else the newest that left a record. */
function findWholeRun(root: string): string | undefined {
  const folders = listRuns(root)
    .map((id) => join(runsFolder(root), id))
    .filter((folder) => existsSync(join(folder, runFiles.record)));
  return folders.find(isComplete) ?? folders[0];
}

/** Only peeks: a damaged record is reported when it is read. */
function isComplete(folder: string): boolean {
  return attempt(() => {
    const record: unknown = JSON.parse(readFileSync(join(folder, runFiles.record), 'utf8'));
    return (record as Partial<RunRecord> | null)?.status === 'complete';
  }, false);
}

/** Faults come first: the table below may be long. */
async function explainRecord(
  root: string,
  suite: Suite,
  record: RunRecord,
  write: (text: string) => void,
  isVerbose: boolean,
): Promise<ExitCode> {
  const { thresholds } = suite;
  const context = await makeContext(root, suite);
  const { series } = aggregateRecords([record]);
  const tests = suite.tests.map(({ name }) => name);
  const isWhole = record.status === 'complete' && record.shard.total === 1;
  const orphans = isWhole ? findOrphanRules(thresholds, series, context, tests) : [];
  for (const { where } of orphans) {
    process.stderr.write(
      `${where}: this rule matches no series of run ${record.id}; fix its names or remove it\n`,
    );
  }
  if (!isWhole) {
    write(
      `\nRun ${record.id} is incomplete, so Perigee cannot say yet whether every rule matches something.`,
    );
  }
  const idle = listIdleRules(thresholds, record.host.platform, context);
  if (idle.length > 0) {
    const branch = context.targetBranch ?? 'unknown';
    write(`\nDid not apply here (platform ${record.host.platform}, target branch ${branch}):`);
    for (const rule of idle) write(`  ${renderRule(rule)}`);
  }
  const today = formatDay(record.startedAt);
  const explain = (one: SeriesSamples) => explainThreshold(one, thresholds, context, today);
  if (isVerbose) {
    write(`\nThe series of run ${record.id}, and the rule that decides each:`);
    for (const text of renderRules(series, explain)) write(text);
  } else {
    write(`\nThe series of run ${record.id}, by the rule that decides them:`);
    for (const text of countByRule(series, explain, thresholds)) write(`  ${text}`);
  }
  return orphans.length === 0 ? exitCode.nothingRegressed : exitCode.wrongUsage;
}
