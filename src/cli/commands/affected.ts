import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestInputs } from '../../contract/documents.ts';
import { exitCode, UserError, type ExitCode } from '../../contract/user-error.ts';
import { createExecute } from '../../profile/create-execute.ts';
import { findViews } from '../../profile/launch/views.ts';
import { createObserver } from '../../profile/observe/create-observer.ts';
import { formatInputs } from '../../report/left-out.ts';
import { makePlain } from '../../report/plain-text.ts';
import type { Inputs } from '../../runner/inputs/list-inputs.ts';
import { runSuite } from '../../runner/run-suite.ts';
import { hideFromOthers, isKeyOfJob } from '../../runner/setup/hide-keys.ts';
import { home } from '../home.ts';
import { listenForStop } from '../listen-for-stop.ts';
import { nameSides } from '../name-sides.ts';
import { createProgressLine } from '../../pipeline/progress-line.ts';
import { runsFolder } from '../run-folder.ts';
import { openWorkplace } from '../workplace.ts';
import type { Command } from 'commander';
import { end } from '../end-with.ts';
import { type SelectionOptions, selection } from '../shared-options.ts';

interface AffectedOptions extends Omit<SelectionOptions, 'affected' | 'seed'> {
  /** The name of a test. */
  explain?: string;
}

export function declareCommand(command: Command): void {
  selection(
    command
      .argument('[before]', 'the baseline (default: where you branched)')
      .argument('[after]', 'the change (default: the working tree)'),
    { measures: false },
  )
    .option('--explain <test>', 'list all that this test reads')
    .action((before: string | undefined, after: string | undefined, options: AffectedOptions) =>
      end(affected(before, after, options)),
    );
}

interface Found {
  inputs: Inputs;
  found: TestInputs;
}

/** `perigee affected`: runs each test once, and says which of them the change touches. Keeps nothing. */
async function affected(
  before: string | undefined,
  after: string | undefined,
  options: AffectedOptions,
): Promise<ExitCode> {
  hideFromOthers(process.env, isKeyOfJob);
  const workplace = await openWorkplace(process.cwd(), options);
  const { root, suite } = workplace;
  const { explain } = options;
  // All are observed even where one is explained: a test may use what another one leaves.
  const { tests } = workplace;
  if (explain !== undefined) refuseUnknown(tests, explain);
  const observer = await createObserver();
  if (observer === undefined) throw refuseHost();
  const all = new Map<string, Found>();
  const stop = listenForStop('nothing is kept');
  const line = createProgressLine(process.stderr);
  const collector = await createExecute(1, options.isolation);
  const views = findViews();
  try {
    const { id } = await runSuite({
      ...{ suite, tests, repository: root, home, environment: process.env, only: 'inputs' },
      sides: nameSides(before, after, { kind: 'working-tree' }),
      ports: {
        execute: collector.execute,
        hold: collector.hold,
        observer,
        views,
        onInputs: (test, inputs, found) => all.set(test, { inputs, found }),
        onProgress: line.show,
        lookAt: () => ({ hinted: [], open: [] }),
        signal: stop.signal,
      },
    });
    await rm(join(runsFolder(root), id), { recursive: true, force: true });
  } finally {
    line.end();
    stop.end();
    await collector.close();
  }
  if (stop.signal.aborted) {
    process.stderr.write('perigee: stopped before every test was observed\n');
    return exitCode.couldNotMeasure;
  }
  const names = tests.map(({ name }) => name).filter((name) => name === (explain ?? name));
  process.stdout.write(`${renderTests(names, all).join('\n')}\n`);
  const one = explain === undefined ? undefined : all.get(explain);
  if (one !== undefined) process.stdout.write(`${listWhatIsRead(one.inputs).join('\n')}\n`);
  return exitCode.nothingRegressed;
}

function refuseUnknown(tests: readonly { name: string }[], wanted: string): void {
  if (tests.some(({ name }) => name === wanted)) return;
  const known = tests.slice(0, 5).map(({ name }) => JSON.stringify(name));
  throw new UserError({
    where: '--explain',
    seen: `there is no test ${JSON.stringify(wanted.slice(0, 100))}`,
    expected: `one of ${known.join(', ')}${tests.length > 5 ? ' and others' : ''}`,
  });
}

function renderTests(names: readonly string[], all: ReadonlyMap<string, Found>): string[] {
  let measured = 0;
  const rows = names.map((name) => {
    const found = all.get(name)?.found;
    if (found?.state === 'same') {
      const isNothing = (found.files ?? 0) + (found.folders ?? 0) === 0;
      const untouched = isNothing ? '' : ', which the change does not touch';
      return `left out  ${makePlain(name)}: ${formatInputs(found)}${untouched}`;
    }
    measured += 1;
    return `measured  ${makePlain(name)}: ${makePlain(found?.why ?? 'it did not pass, or is measured always')}`;
  });
  if (names.length === 1) return rows;
  return [...rows, `${measured} of ${names.length} tests would be measured`];
}

function listWhatIsRead({ listed, paths, seesQuestions }: Inputs): string[] {
  const rows = [...paths].sort().map((path) => `  ${makePlain(path)}`);
  const folders = [...listed].sort().map((path) => `  ${makePlain(path === '' ? '.' : path)}/`);
  return [
    `It reads, or asks for (${rows.length}):`,
    ...rows,
    ...(folders.length === 0 ? [] : [`It lists (${folders.length}):`, ...folders]),
    ...(seesQuestions ? [] : ['What it asks for without opening it is not seen here.']),
  ];
}

function refuseHost(): UserError {
  return new UserError({
    seen: 'this host lets Perigee see nothing of what a test reads',
    expected: 'Linux with strace, or with koffi for inotify',
    remedy: 'install strace, e.g. apt-get install strace; a container needs --cap-add SYS_PTRACE',
    exitCode: exitCode.couldNotMeasure,
  });
}
