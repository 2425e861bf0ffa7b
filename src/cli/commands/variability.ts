import { shortenCommit } from '../../contract/commit.ts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { RunRecord } from '../../contract/documents.ts';
import { exitCode, UserError, type ExitCode } from '../../contract/user-error.ts';
import { readRecords } from '../../runner/journal/read-records.ts';
import { timeFunctions } from '../../profile/sampling/sampling.ts';
import { watchNeighbours } from '../../profile/host/watch-neighbours.ts';
import { runSuite } from '../../runner/run-suite.ts';
import { stateFolder } from '../../runner/worktrees/state-directory.ts';
import { measureVariability, type Variability } from '../../variability/measure-variability.ts';
import { home } from '../home.ts';
import { readPageParts } from '../page-parts.ts';
import { warnOfUncommitted } from '../warn-of-uncommitted.ts';
import { renderVariability } from '../render-variability.ts';
import { terminalOptions } from '../terminal-options.ts';
import { renderVariabilityPage } from '../variability-page/render-page.ts';
import { withMeasuring } from '../with-measuring.ts';
import { findRoot, openWorkplace } from '../workplace.ts';
import { writeOutput } from './report.ts';
import { type TrialOptions, tryInterventions } from './try-interventions.ts';
import type { Command } from 'commander';
import { end } from '../end-with.ts';
import { form, output, parseOne, selection } from '../shared-options.ts';

interface VariabilityOptions extends TrialOptions {
  profile?: boolean;
  /** Records to fold instead of measuring. */
  from?: string[];
  output?: string;
}

export function declareCommand(command: Command): void {
  const measuring = selection(command.argument('[revision]', 'what to measure (default: HEAD)'), {
    measures: false,
  })
    .option('--rounds <number>', 'how many times to start afresh, in a new worktree', parseOne, 5)
    .option('--runs <number>', 'how often each test runs in each round', parseOne, 5)
    .option('--profile', 'profile each run: which functions explain the variance')
    .option(
      '--try [key...]',
      'try what makes runs more alike, or these keys of host: with and without, in rounds × runs pairs each',
    )
    .option('--write', 'with --try: write what helps to perigee.yml, under host')
    .option(
      '--from <record...>',
      'fold these run records, or folders of them, instead of measuring',
    )
    .addOption(form('how to show it', ['terminal', 'json', 'html']));
  output(measuring).action((revision: string | undefined, options: VariabilityOptions) =>
    end(variability(revision, options)),
  );
}

/** `perigee variability`: measures one commit again and again, and says how far its runs lie apart, and why. */
async function variability(
  revision: string | undefined,
  options: VariabilityOptions,
): Promise<ExitCode> {
  const isChosen = revision !== undefined || (options.test ?? options.tag) !== undefined;
  if (options.profile === true && (options.from ?? options.try) !== undefined) {
    throw new UserError({
      where: '--profile',
      seen: 'it costs time in every run, so nothing else can be measured with it',
      expected: '--profile without --from and --try',
    });
  }
  if (options.from !== undefined && isChosen) {
    throw new UserError({
      where: '--from',
      seen: 'records say themselves which commit and which tests they measured',
      expected: 'a revision and tests to measure, or --from with run records',
    });
  }
  if (options.write === true && options.try === undefined) {
    throw new UserError({
      where: '--write',
      seen: 'nothing is tried, so nothing can be shown to help',
      expected: '--try --write',
    });
  }
  if (options.try !== undefined) return tryOrRefuse(revision ?? 'HEAD', options);
  const { records, isWhole } =
    options.from === undefined
      ? await measureRounds(revision ?? 'HEAD', options)
      : { records: await readOfOneCommit(options.from), isWhole: true };
  if (!records.some(({ profiles }) => profiles.length > 1)) {
    throw new UserError({
      seen: 'there are fewer than two runs of any test',
      expected: 'at least two: how far runs lie apart is between them',
      exitCode: exitCode.couldNotMeasure,
    });
  }
  const found = measureVariability(records);
  const root = findRoot(process.cwd());
  const text = render(found, options);
  if (options.output !== undefined) writeOutput(root, options.output, text);
  else {
    process.stdout.write(text);
    if (options.format === 'terminal') writePage(root, found);
  }
  return isWhole ? exitCode.nothingRegressed : exitCode.couldNotMeasure;
}

function render(found: Variability, { format, output }: VariabilityOptions): string {
  switch (format) {
    case 'json':
      return `${JSON.stringify(found, undefined, 2)}\n`;
    case 'html':
      return renderVariabilityPage(found, readPageParts().style);
    case 'terminal': {
      const terminal = terminalOptions(process.stdout);
      const plain = { colour: false, columns: 100 };
      return `${renderVariability(found, output === undefined ? terminal : plain).join('\n')}\n`;
    }
  }
}

/** Beside the runs that were measured, where every run is drawn. */
function writePage(root: string, found: Variability): void {
  const file = join(stateFolder, 'variability.html');
  if (!existsSync(join(root, stateFolder))) return;
  writeOutput(root, join(root, file), renderVariabilityPage(found, readPageParts().style));
  process.stdout.write(`\nEvery run, drawn: ${file}\n`);
}

function tryOrRefuse(revision: string, options: VariabilityOptions): Promise<ExitCode> {
  const isPlain = options.format !== 'html' && options.output === undefined;
  if (options.from === undefined && isPlain) {
    return tryInterventions(revision, options);
  }
  throw new UserError({
    where: '--try',
    seen: 'it measures, and writes to the terminal',
    expected: '--try without --from, --output and --format html',
  });
}

/** Each round is a run of its own: a fresh worktree, set up anew. */
async function measureRounds(
  name: string,
  options: VariabilityOptions,
): Promise<{ records: RunRecord[]; isWhole: boolean }> {
  const { root, suite, tests } = await openWorkplace(process.cwd(), options);
  warnOfUncommitted(process.cwd(), options.config);
  const { rounds, runs } = options;
  const records: RunRecord[] = [];
  return withMeasuring({ isolation: options.isolation }, async (collector) => {
    const execute = watchNeighbours(collector.execute);
    const isProfiled = options.profile === true;
    const ports = { ...collector, execute: isProfiled ? timeFunctions(execute) : execute };
    for (let round = 1; round <= rounds && !ports.signal.aborted; round += 1) {
      process.stderr.write(`round ${round} of ${rounds}\n`);
      const record = await runSuite({
        suite: { ...suite, repeats: runs, maxRepeats: runs },
        ...{ tests, repository: root, home, environment: process.env, ports },
        sides: { before: { kind: 'none' }, after: { kind: 'revision', name } },
      });
      records.push(record);
    }
    return { records, isWhole: !ports.signal.aborted };
  });
}

/** @throws UserError when they are not all of one commit, or a run compares two */
async function readOfOneCommit(paths: readonly string[]): Promise<RunRecord[]> {
  const records = await readRecords(paths);
  const commits = new Set(records.flatMap(({ before, after }) => [before.commit, after.commit]));
  if (commits.size === 1) return records;
  const named = [...commits].slice(0, 3).map((commit) => shortenCommit(commit));
  throw new UserError({
    where: '--from',
    seen: `these records measured ${commits.size} commits: ${named.join(', ')}${commits.size > 3 ? ' and others' : ''}`,
    expected: 'records of one commit, measured alone or against itself',
    remedy: 'measure it: `perigee variability`, or `perigee compare HEAD HEAD`',
  });
}
