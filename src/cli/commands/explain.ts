import { existsSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Command } from 'commander';
import { isAlone } from '../../contract/sides.ts';
import type { Problem, RunRecord, Verdict } from '../../contract/documents.ts';
import { exitCode, type ExitCode, UserError } from '../../contract/user-error.ts';
import { parseDocument } from '../../contract/validate.ts';
import { listStalled } from '../../evidence/explain-stall.ts';
import { createExplainer, listSubjects } from '../../pipeline/create-explainer.ts';
import { writeVerdictFiles } from '../../pipeline/verdict-files.ts';
import { makePlain } from '../../report/plain-text.ts';
import { printTerminal } from '../../report/print-terminal.ts';
import { renderExplanations } from '../../report/render-explanations.ts';
import { renderJson } from '../../report/render-json.ts';
import { readRecords } from '../../runner/journal/read-records.ts';
import { writeRecord } from '../../runner/journal/run-state.ts';
import { runSuite } from '../../runner/run-suite.ts';
import { end } from '../end-with.ts';
import { home } from '../home.ts';
import { namePatch } from '../measure-again.ts';
import { readPageParts } from '../page-parts.ts';
import { findRun, runFiles, runsFolder } from '../run-folder.ts';
import {
  jsonHelp,
  type JsonOptions,
  parseDuration,
  type SelectionOptions,
  suiteFile,
  wordsOf,
} from '../shared-options.ts';
import { listSome } from '../../contract/count-things.ts';
import { usualTimeNs } from '../../contract/suite.ts';
import { terminalOptions } from '../terminal-options.ts';
import { withMeasuring } from '../with-measuring.ts';
import { findRoot, openWorkplace } from '../workplace.ts';

interface ExplainOptions extends JsonOptions, Pick<SelectionOptions, 'config'> {
  time?: number;
}

const mostTests = 3;

export function declareCommand(command: Command): void {
  suiteFile(
    command
      .argument('[run]', 'its id or folder (default: the newest run)')
      .argument('[tests...]', 'these (default: the three that regressed most)'),
  )
    .option('--time <duration>', 'how long to look, at most (default: 2m)', parseDuration)
    .option('--json', jsonHelp)
    .action((run: string | undefined, tests: string[], options: ExplainOptions) =>
      end(explain(run, tests, options)),
    );
}

/** `perigee explain`: runs tests of a comparison under a profiler, and names the functions that take more. */
async function explain(
  run: string | undefined,
  named: readonly string[],
  options: ExplainOptions,
): Promise<ExitCode> {
  const root = findRoot(process.cwd());
  // A test may have the name of a folder.
  const isRun =
    run === undefined ||
    [join(runsFolder(root), run), run].some((path) => existsSync(join(path, runFiles.verdict)));
  const folder = findRun(root, isRun ? run : undefined, runFiles.verdict);
  const file = join(folder, runFiles.verdict);
  const verdict = parseDocument('verdict', readFileSync(file, 'utf8'), file);
  const [record] = await readRecords([folder]);
  if (record === undefined || isAlone(record.plan)) {
    throw new UserError({
      seen: `run ${basename(folder)} measured one commit alone`,
      expected: 'a comparison: functions that take more are found between two sides',
      remedy: 'compare first: `perigee patch`, `perigee run` or `perigee compare`',
    });
  }
  const tests = chooseTests(record, verdict, isRun ? named : [run, ...named]);
  const workplace = await openWorkplace(process.cwd(), { ...options, test: tests });
  const explainer = createExplainer({
    ...{ limitMs: (options.time ?? usualTimeNs.command) / 1e6, folder, tests },
    ...{ measured: record, judge: () => verdict },
  });
  const { looked, isStopped } = await withMeasuring({}, async (ports) => {
    const looked = await runSuite({
      ...{ suite: workplace.suite, tests: workplace.tests, repository: root, home },
      environment: process.env,
      sides: {
        before: { kind: 'revision', name: record.before.commit },
        after: { kind: 'revision', name: record.after.commit },
      },
      ports: { ...ports, explainer },
      ...{ only: 'explanations', isTrial: true },
    });
    return { looked, isStopped: ports.signal.aborted };
  });
  const { explanations = [], problems } = looked;
  const unsaid = tests.filter((name) => !explanations.some(({ test }) => test === name));
  const why = problems.filter(({ test = '' }) => unsaid.includes(test));
  const untold = unsaid.filter((name) => !why.some(({ test }) => test === name));
  const unexplained = [
    ...why,
    ...untold.map((test): Problem => {
      const message = isStopped ? 'stopped' : explainUntold(record, test);
      return { code: 'not-explained', message, test };
    }),
  ];
  const also = unexplained.map(({ message, test }) => `${test}: ${message}`);
  if (explanations.length === 0) {
    throw new UserError({
      seen: isStopped ? 'stopped before anything was found out' : 'nothing was found out',
      also,
      remedy: isStopped ? 'run it again' : '`perigee doctor` says what can be profiled here',
      exitCode: exitCode.couldNotMeasure,
    });
  }
  // Its logs help where it fails; what it found stands in the folder of the run that it explains.
  rmSync(join(runsFolder(root), looked.id), { recursive: true, force: true });
  const words = wordsOf(options);
  const known = new Set(explanations.map(({ test }) => test));
  const others = verdict.explanations?.filter(({ test }) => !known.has(test)) ?? [];
  const explained = { ...verdict, explanations: [...others, ...explanations] };
  await writeRecord(folder, { ...record, explanations: explained.explanations });
  const patch = await namePatch(root, explained.build);
  writeVerdictFiles(folder, explained, { ...readPageParts(), patch });
  words.write(
    `\n${printTerminal(renderExplanations(explanations), { ...terminalOptions(words), verbose: true })}`,
  );
  for (const line of also) words.write(`${makePlain(line)}\n`);
  words.write(
    `\nPage:     ${join(folder, runFiles.page)}\nProfiles: ${join(folder, 'profiles')}\n`,
  );
  const told = { ...explained, problems: [...explained.problems, ...unexplained] };
  if (options.json === true) process.stdout.write(renderJson(told));
  return exitCode.nothingRegressed;
}

function explainUntold({ tests }: RunRecord, name: string): string {
  const isLeftOut = tests.some((one) => one.name === name && one.inputs?.state === 'same');
  return isLeftOut
    ? 'the change does not touch it, so it was not measured; measure it with `--affected all`'
    : 'fewer than two of its pairs passed on both sides';
}

/** @throws UserError where nothing is named and nothing regressed, or a name is that of no measured test */
function chooseTests(record: RunRecord, verdict: Verdict, named: readonly string[]): string[] {
  const all = record.tests.map(({ name }) => name);
  const unknown = named.find((name) => !all.includes(name));
  if (unknown !== undefined) {
    throw new UserError({
      seen: `"${unknown}" is neither a run nor a test of run ${record.id}`,
      expected: `a run in .perigee/runs, such as ${record.id}, or a test of it: ${listSome(all, 10)}`,
    });
  }
  if (named.length > 0) return [...named];
  const regressed = [...listStalled(record), ...listSubjects(verdict)].map(({ test }) => test);
  if (regressed.length > 0) return regressed.slice(0, mostTests);
  throw new UserError({
    seen: `in run ${record.id} no test regressed by its time or its memory`,
    expected: 'a test to look into',
    remedy: `name one: \`perigee explain ${record.id} "${all[0] ?? ''}"\``,
  });
}
