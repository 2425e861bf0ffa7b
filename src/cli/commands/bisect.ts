import { shortenCommit } from '../../contract/commit.ts';
import { countThings } from '../../contract/count-things.ts';
import { join } from 'node:path';
import { nextStep } from '../../variability/bisect/next-step.ts';
import { weighCommits } from '../../variability/bisect/weigh-commits.ts';
import type { SeriesVerdict } from '../../contract/documents.ts';
import { exitCode, type ExitCode, UserError } from '../../contract/user-error.ts';
import { formatChange } from '../../contract/units.ts';
import { makePlain } from '../../report/plain-text.ts';
import { wrapToColumns } from '../../report/terminal-text.ts';
import { resolveCommit } from '../../runner/revisions/find-commit.ts';
import { listBetween } from '../../runner/revisions/list-between.ts';
import type { Commit } from '../../runner/revisions/read-first-parents.ts';
import { openRepository } from '../../runner/revisions/repository.ts';
import { hideFromOthers, isKeyOfJob } from '../../runner/setup/hide-keys.ts';
import { chooseSeries, type WantedSeries } from '../bisect/choose-series.ts';
import {
  type Comparison,
  compareCommits,
  findSeries,
  type Measuring,
  readComparison,
  readEarlier,
} from '../bisect/comparisons.ts';
import {
  conclude,
  type Finding,
  type FindingCommands,
  formatShare,
  formatSeriesName,
  renderFinding,
  listPatchLines,
  listFindingLines,
} from '../bisect/finding.ts';
import { createJudge } from '../judge-record.ts';
import { listenForStop } from '../listen-for-stop.ts';
import { enterRoot, listWords, namePatch, placeWords } from '../measure-again.ts';
import { nameProgram, quoteWord } from '../program-name.ts';
import { runFiles, runsFolder } from '../run-folder.ts';
import { warnOfUncommitted } from '../warn-of-uncommitted.ts';
import { terminalOptions } from '../terminal-options.ts';
import { openWorkplace, type Workplace } from '../workplace.ts';
import type { Command } from 'commander';
import { end } from '../end-with.ts';
import { form, selection, type SelectionOptions } from '../shared-options.ts';

interface BisectOptions extends SelectionOptions, WantedSeries {
  format: 'terminal' | 'markdown' | 'json';
}

export function declareCommand(command: Command): void {
  selection(
    command
      .argument('<good>', 'a commit, branch or tag that was fast')
      .argument('[bad]', 'a later one that is slow (default: HEAD)'),
    { measures: false },
  )
    .option('--span <name>', 'follow this span (default: what regressed most clearly)')
    .option('--metric <name>', 'follow this metric, e.g. cpu.total')
    .addOption(form('how to show what was found', ['terminal', 'markdown', 'json']))
    .action((good: string, bad: string | undefined, options: BisectOptions) =>
      end(bisect(good, bad, options)),
    );
}

/** `perigee bisect`: which commit between a good one and a bad one changed a series. */
async function bisect(good: string, bad = 'HEAD', options: BisectOptions): Promise<ExitCode> {
  hideFromOthers(process.env, isKeyOfJob);
  const workplace = limitPairs(await openWorkplace(process.cwd(), options));
  warnOfUncommitted(process.cwd(), options.config);
  const repository = await openRepository(workplace.root, process.env);
  const first = await resolveCommit(repository, good);
  const path = await listBetween(repository, first, await resolveCommit(repository, bad));
  const judge = await createJudge(workplace, undefined);
  const stop = listenForStop('the same command goes on with what was measured');
  try {
    const measuring = {
      ...{ workplace, judge, options, signal: stop.signal },
      path: [{ commit: first, subject: 'the good commit' }, ...path],
    };
    const finding = await search(measuring, path, options);
    process.stdout.write(await render(finding, options, workplace.root));
    return finding.isFound ? exitCode.nothingRegressed : exitCode.undecided;
  } finally {
    stop.end();
  }
}

/** If time limits the pairs of a change, `maxRepeats` is no wish: a search compares many commits. */
function limitPairs(workplace: Workplace): Workplace {
  const { suite } = workplace;
  if (suite.timeNs === undefined) return workplace;
  const maxRepeats = Math.min(suite.maxRepeats, Math.max(20, suite.repeats));
  return { ...workplace, suite: { ...suite, maxRepeats } };
}

async function render(finding: Finding, options: BisectOptions, root: string): Promise<string> {
  const commands = await nameCommands(finding, options, root);
  if (options.format === 'json') return `${JSON.stringify(finding, undefined, 2)}\n`;
  if (options.format === 'markdown') return renderFinding(finding, commands);
  const { columns } = terminalOptions(process.stdout);
  const lines = listFindingLines(finding, commands).flatMap((line) =>
    wrapToColumns(line.trimStart(), columns, line.startsWith(' ') ? '  ' : ''),
  );
  if (finding.run !== undefined) {
    lines.push(`Page:  ${quoteWord(join(runsFolder(root), finding.run, runFiles.page))}`);
  }
  return `${[...lines, ...listPatchLines(commands)].join('\n')}\n`;
}

/** The commands that go on from what was found, with the options of this search. */
async function nameCommands(
  { before, isFound, run, series }: Finding,
  options: BisectOptions,
  root: string,
): Promise<FindingCommands> {
  const { metric, span, test } = series;
  const [here, end] = [process.cwd(), { commit: before, label: '' }];
  const words = placeWords(listWords(options, root).options, root, here);
  const same = [...words, '--test', test, '--span', span, '--metric', metric].map(quoteWord);
  const start = `${enterRoot(root, here)}${nameProgram(root)} bisect`;
  const commands = { bisect: (ends: string) => [start, ends, ...same].join(' ') };
  if (!isFound || run === undefined) return commands;
  const { command } = await namePatch(root, { id: run, before: end, after: end });
  return { ...commands, patch: `${command} --test ${quoteWord(test)}` };
}

/** Measures until the commit is found, or enough was spent. */
async function search(
  measuring: Measuring,
  path: readonly Commit[],
  options: BisectOptions,
): Promise<Finding> {
  const { suite, tests: selected } = measuring.workplace;
  const last = path.length;
  const comparisons = await readEarlier(measuring);
  const earlier = comparisons.length;
  const series = await findSeriesToFollow(measuring, comparisons, options);
  const broken = new Map<number, string>();
  const read = () =>
    comparisons.flatMap((one) => readComparison(one, series, suite.maxRepeats) ?? []);
  printLine(
    `${countThings(last, 'commit')}; ${formatSeriesName(series)}: ${formatChange(series.evidence.change ?? 0)} between the ends` +
      (earlier === 0 ? '' : `; used again: ${countThings(earlier, 'comparison')} of earlier runs`),
  );
  const tests = selected.filter(({ name }) => name === series.test);
  for (;;) {
    const readings = read();
    const state = { last, readings, broken: new Set(broken.keys()), mostPairs: suite.maxRepeats };
    const step = nextStep(state);
    const searched = { good: measuring.path[0]?.commit ?? '', path, series, comparisons, readings };
    if (step.kind === 'found' || step.kind === 'unsure') {
      return conclude({ ...searched, broken }, step);
    }
    const { from, to } = step;
    const pairs = step.kind === 'measure' ? { pairs: step.pairs } : {};
    const followed = { followed: series, ...pairs };
    const found = await probe(measuring, { from, to, tests, ...followed }, series);
    const commit = path[to - 1];
    const name = `${shortenCommit(commit?.commit ?? '')} ${makePlain(commit?.subject ?? '').slice(0, 60)}`;
    if (typeof found === 'string') {
      broken.set(to, found);
      printLine(`${name}: left out, because it cannot be measured: ${makePlain(found)}`);
      // A commit that cannot be compared with its neighbour is not confirmed by asking again.
      if (step.kind === 'confirm') {
        return conclude({ ...searched, broken }, { ...step, kind: 'unsure' });
      }
      continue;
    }
    comparisons.push(found);
    const change = formatChange(findSeries(found, series)?.evidence.change ?? 0);
    const than = from === 0 ? 'the good commit' : shortenCommit(path[from - 1]?.commit ?? '');
    const chance = weighCommits(last, read())
      .slice(0, to + 1)
      .reduce((sum, weight) => sum + weight, 0);
    printLine(
      `${name}: ${change} against ${than}; the change came up to here with a chance of ${formatShare(chance)}`,
    );
  }
}

function printLine(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Compares both ends of the path, if no earlier run did, and chooses what to follow. */
async function findSeriesToFollow(
  measuring: Measuring,
  comparisons: Comparison[],
  options: BisectOptions,
): Promise<SeriesVerdict> {
  const { suite, tests } = measuring.workplace;
  const names = tests.map(({ name }) => name);
  const last = measuring.path.length - 1;
  let ends = comparisons.findLast(({ from, record, to }) => {
    const measured = new Set(record.tests.map(({ name }) => name));
    return from === 0 && to === last && names.every((name) => measured.has(name));
  });
  if (ends === undefined) {
    // If its limit allows the series, the rule asks for no more pairs.
    const isAsked = (options.span ?? options.metric) !== undefined;
    const pairs = isAsked ? { pairs: suite.maxRepeats } : {};
    try {
      ends = await compareCommits(measuring, { from: 0, to: last, tests, ...pairs });
    } catch (error) {
      if (!(error instanceof UserError) || error.exitCode !== exitCode.couldNotMeasure) throw error;
      const remedy = 'both ends of the search must build and run: name neighbours that do';
      throw new UserError({ ...error.facts, remedy: error.facts.remedy ?? remedy, cause: error });
    }
    comparisons.push(ends);
  }
  return chooseSeries(ends.verdict, names, options);
}

/**
 * Compares two commits, of which the later may turn out not to be measurable.
 * @returns why it cannot be measured, else what was found
 */
async function probe(
  measuring: Measuring,
  wanted: Parameters<typeof compareCommits>[1],
  series: SeriesVerdict,
): Promise<Comparison | string> {
  try {
    const found = await compareCommits(measuring, wanted);
    const { maxRepeats } = measuring.workplace.suite;
    if (readComparison(found, series, maxRepeats) !== undefined) return found;
    const { failed = 0, timedOut = 0 } =
      found.verdict.tests.find(({ name }) => name === series.test)?.after ?? {};
    return failed + timedOut > 0
      ? `the test failed ${failed + timedOut} times there`
      : 'the series has no value there';
  } catch (error) {
    const isOfCommit = error instanceof UserError && error.exitCode === exitCode.couldNotMeasure;
    if (!isOfCommit || measuring.signal.aborted) throw error;
    return error.facts.seen;
  }
}
