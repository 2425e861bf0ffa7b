import { shortenCommit } from '../contract/commit.ts';
import { join, relative } from 'node:path';
import type { RunRecord, Verdict } from '../contract/documents.ts';
import { listSubjects } from '../pipeline/create-explainer.ts';
import { type ExitCode, UserError, exitCode } from '../contract/user-error.ts';
import { describeJudged } from '../gate/record/describe-judged.ts';
import { renderJson } from '../report/render-json.ts';
import { renderTerminal } from '../report/render-terminal.ts';
import type { Judged } from '../pipeline/judge-records.ts';
import { writeVerdictFiles } from '../pipeline/verdict-files.ts';
import { countCommits } from './ask-git.ts';
import { keepEntry } from './gate/journal.ts';
import { isOfWorkingTree, type Judge } from './judge-record.ts';
import { enterRoot, listWords, namePatch } from './measure-again.ts';
import { type ConcludeOptions, type PatchOptions, usualFailOn, wordsOf } from './shared-options.ts';
import { readPageParts } from './page-parts.ts';
import { nameProgram, quoteWord } from './program-name.ts';
import { readOpenRun, runsFolder, runFiles } from './run-folder.ts';
import { terminalOptions } from './terminal-options.ts';
import type { Workplace } from './workplace.ts';

/**
 * Judges what was measured, keeps the verdict and shows it.
 * @returns the exit code of the verdict, as far as it counts here
 * @throws UserError (could not measure) when there is nothing to judge
 */
export async function concludeRun(
  workplace: Workplace,
  record: RunRecord,
  judge: Judge,
  options: ConcludeOptions & Pick<PatchOptions, 'instructions'>,
): Promise<ExitCode> {
  const { root } = workplace;
  const { config, failOn, instructions, json = false, verbose = false } = options;
  const words = wordsOf(options);
  const program = nameProgram(root);
  const suite = config === undefined ? '' : ` --config ${quoteWord(config)}`;
  const command = isOfWorkingTree(record) ? 'patch' : 'run';
  const counted = listWords({ instructions }, root)
    .options.map((word) => ` ${word}`)
    .join('');
  const goOn = `${program} ${command} --resume ${record.id}${suite}${counted}`;
  const isLeftOut = record.tests.some(({ inputs }) => inputs?.state === 'same');
  const all = [...record.profiles, ...(record.counting?.profiles ?? [])];
  if (!isLeftOut && all.every(({ outcome }) => outcome.status === 'not-started')) {
    if (record.tests.length > 0) throw nothingMeasured(record, goOn);
    words.write(`${nameShard(record)} has no tests; its record says so\n`);
    if (json) process.stdout.write(renderJson(judge.shard(record).verdict));
    return exitCode.nothingRegressed;
  }
  const judged = judge.shard(record);
  const { verdict } = judged;
  const patch = await namePatch(root, verdict.build);
  writeVerdictFiles(join(runsFolder(root), record.id), verdict, { ...readPageParts(), patch });
  const { branch, suite: name } = verdict.build;
  const asked = { suite: name, branch, base: record.before.commit, until: record.id };
  const earlier = readOpenRun(root, asked);
  words.write(
    `\n${renderTerminal(verdict, { ...terminalOptions(words), patch, verbose }, earlier)}`,
  );
  const commits =
    verdict.conclusion === 'regressed' && record.after.dirty !== true
      ? countCommits(root, record.before.commit, record.after.commit)
      : 0;
  const search = { command: `${program} bisect ${nameCommits(record)}${suite}`, commits };
  const closing = writeClosingLines({
    ...{ id: record.id, root, directory: process.cwd(), program },
    goOn: record.status === 'interrupted' ? goOn : undefined,
    search: commits > 1 ? search : undefined,
    explain: isExplainable(verdict) ? `${program} explain ${record.id}${suite}` : undefined,
  });
  words.write(`\n${closing}`);
  const isWhole = !workplace.isSelection && record.shard.total === 1;
  keepEntry(root, describeJudged(verdict, { run: record.id, isWhole }));
  if (record.shard.total > 1) {
    words.write(
      `This is ${nameShard(record)} alone; for all of them: ${program} report <each run-record.json>\n`,
    );
  }
  if (json) process.stdout.write(renderJson(verdict));
  return chooseExit(judged, [record], { failOn, isSelection: workplace.isSelection });
}

/** The exit code of a verdict, as far as it counts here; says on stderr where it is not the verdict's own. */
export function chooseExit(
  judged: Judged,
  records: readonly RunRecord[],
  { failOn, isSelection }: { failOn: ConcludeOptions['failOn']; isSelection: boolean },
): ExitCode {
  const code = softenExit(judged.exitCode, records, failOn);
  if (judged.held !== undefined && code === exitCode.nothingRegressed && failOn !== 'never') {
    process.stderr.write(
      `perigee: ${judged.held}; so this ends with exit code ${exitCode.undecided}\n`,
    );
    return exitCode.undecided;
  }
  const isNoMatter = isSelection || failOn === 'never' || code === exitCode.regressed;
  if (judged.orphans === 0 || isNoMatter) return code;
  process.stderr.write(
    `perigee: a rule of perigee.yml matches nothing (see the problems above), so this ends with exit code ${exitCode.wrongUsage}\n`,
  );
  return exitCode.wrongUsage;
}

/** If others give the verdict, a run fails only when it did not finish. */
function softenExit(
  code: ExitCode,
  records: readonly RunRecord[],
  failOn: ConcludeOptions['failOn'] = usualFailOn,
): ExitCode {
  const isForgiven =
    failOn === 'never'
      ? records.every(({ status }) => status === 'complete')
      : failOn === 'regressed' && code === exitCode.undecided;
  return isForgiven ? exitCode.nothingRegressed : code;
}

function nameCommits({ before, after }: RunRecord): string {
  return [before, after].map(({ commit }) => shortenCommit(commit)).join(' ');
}

function nameShard({ shard }: RunRecord): string {
  return `shard ${shard.index + 1} of ${shard.total}`;
}

function nothingMeasured(record: RunRecord, goOn: string): UserError {
  const withCode = (wanted: string) => record.problems.filter(({ code }) => code === wanted);
  const notStarted = withCode('test-not-started');
  const uncounted = withCode('not-counted');
  if (notStarted.length === 0 && uncounted.length > 0) {
    return new UserError({
      seen: 'no instructions were counted, and nothing else was to be measured',
      also: uncounted.map(({ message }) => message),
      remedy: 'do what it says, or leave out `only`, so that times are measured too',
      exitCode: exitCode.couldNotMeasure,
    });
  }
  // Of tests that are only counted, the record is complete although counting was stopped.
  const isInterrupted = record.status === 'interrupted' || notStarted.length === 0;
  return new UserError({
    seen: isInterrupted ? 'stopped before anything was measured' : 'no test could be started',
    also: notStarted.map(({ test = '', message }) => `${test}: ${message}`),
    remedy: isInterrupted
      ? `go on with: ${goOn}`
      : 'fix the commands in perigee.yml; commit what they need, or create it in setup',
    exitCode: exitCode.couldNotMeasure,
  });
}

function isExplainable(verdict: Verdict): boolean {
  const isRed = verdict.conclusion === 'regressed' && listSubjects(verdict).length > 0;
  return isRed && (verdict.explanations ?? []).length === 0;
}

interface EndedRun {
  id: string;
  /** The root of the repository. */
  root: string;
  /** The user's working directory. */
  directory: string;
  /** How the person calls Perigee. */
  program: string;
  /** The command that goes on with it, when it was interrupted. */
  goOn?: string;
  /** The command that finds the functions, where a run is red and does not name them. */
  explain?: string;
  /** The command that finds the commit, when the run is red for several of them. */
  search?: { command: string; commits: number };
}

/** The paths of a run's files, and the commands for it; each can be pasted in the working directory. */
export function writeClosingLines(ended: EndedRun): string {
  const { id, root, directory, program, explain, goOn, search } = ended;
  const enter = enterRoot(root, directory);
  const folder = join(runsFolder(root), id);
  const logs = join(folder, 'logs');
  return [
    `Page:  ${quoteWord(join(folder, runFiles.page))}`,
    `Again: ${enter}${program} report ${id}`,
    ...(goOn === undefined ? [] : [`Go on: ${enter}${goOn}`]),
    ...(explain === undefined ? [] : [`Where: ${enter}${explain}   # which functions`]),
    ...(search === undefined
      ? []
      : [`Since: ${enter}${search.command}   # which of these ${search.commits} commits`]),
    `Logs:  ${quoteWord(enter === '' ? relative(directory, logs) : logs)}`,
    '',
  ].join('\n');
}
