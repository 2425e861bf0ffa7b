import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { aggregateRecords } from '../../aggregate/aggregate-records.ts';
import type { RunRecord } from '../../contract/documents.ts';
import type { Suite } from '../../contract/suite.ts';
import { exitCode, type ExitCode } from '../../contract/user-error.ts';
import { parseDocument } from '../../contract/validate.ts';
import { loadSuite } from '../../suite/load-suite.ts';
import { explainThreshold } from '../../verdict/thresholds/explain-threshold.ts';
import { findOrphanRules } from '../../verdict/thresholds/find-orphan-rules.ts';
import { tellRule, tellSeries } from '../explain-rules.ts';
import { makeContext } from '../judge-record.ts';
import type { ConfigCheckOptions } from '../options.ts';
import { findRun, listRuns, runFiles, runsFolder } from '../run-folder.ts';
import { findRoot, findSuiteFile } from '../workplace.ts';

/** `perigee config check`: what perigee.yml says, and which rule decides each series. */
export async function configCheck(options: ConfigCheckOptions): Promise<ExitCode> {
  const root = findRoot(process.cwd());
  const suite = await loadSuite(findSuiteFile(root, options.config));
  const write = (text: string): void => void process.stdout.write(`${text}\n`);
  const nightly = suite.tests.filter(({ when }) => when === 'nightly').length;
  write(`${suite.file}: valid`);
  const tests = `${suite.tests.length} ${suite.tests.length === 1 ? 'test' : 'tests'}`;
  write(`${tests} (${nightly} nightly only), ${suite.repeats} to ${suite.maxRepeats} pairs`);
  if (options.run === undefined && !hasRecord(root)) {
    write('\nNothing was measured here yet, so there are no series to explain. The rules:');
    for (const rule of suite.thresholds) write(`  ${tellRule(rule)}`);
    return exitCode.nothingRegressed;
  }
  const folder = findRun(root, options.run, runFiles.record);
  const file = join(folder, runFiles.record);
  const record = parseDocument('run-record', readFileSync(file, 'utf8'), file);
  write(`\nThe series of run ${record.id}, and the rule that decides each:`);
  return explainAll(root, suite, record, write);
}

function hasRecord(root: string): boolean {
  return listRuns(root).some((id) => existsSync(join(runsFolder(root), id, runFiles.record)));
}

async function explainAll(
  root: string,
  suite: Suite,
  record: RunRecord,
  write: (text: string) => void,
): Promise<ExitCode> {
  const context = await makeContext(root, suite);
  const { series } = aggregateRecords([record]);
  const today = record.startedAt.slice(0, 10);
  for (const one of series) {
    write(tellSeries(one, explainThreshold(one, suite.thresholds, context, today)));
  }
  if (record.status !== 'complete') {
    write('\nThat run was interrupted: whether every rule matches something is not known yet.');
    return exitCode.nothingRegressed;
  }
  const tests = suite.tests.map(({ name }) => name);
  const orphans = findOrphanRules(suite.thresholds, series, context, tests);
  for (const { where } of orphans) {
    process.stderr.write(
      `${where}: this rule matches none of these series; mend its names or take it out\n`,
    );
  }
  return orphans.length === 0 ? exitCode.nothingRegressed : exitCode.wrongUsage;
}
