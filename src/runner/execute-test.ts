import { realpathSync } from 'node:fs';
import { join, sep } from 'node:path';
import { attempt } from '../contract/attempt.ts';
import type { Outcome, Side } from '../contract/documents.ts';
import type { Execution, ExecutionRequest } from '../contract/execution.ts';
import type { WrapCommand } from '../contract/observation.ts';
import type { ResultsReference, SuiteTest } from '../contract/suite.ts';
import { formatQuantity } from '../contract/units.ts';
import { checkoutOf, type Bench, type BuildOfSide, type FirstExecution } from './bench.ts';
import { nameLog } from './journal/log-path.ts';
import { leaveUnmeasured } from './leave-unmeasured.ts';
import { seenAt } from './run-under-way.ts';
import { startCases } from './start-cases.ts';
import { addResults, largestFile, removeResults } from './test-results.ts';
import { stateFolders } from './worktrees/state-directory.ts';

/** A test of ten thousand small files takes several times as long under strace. */
const observedPatience = 5;

/**
 * Runs one test once in one build of a side.
 * @param wrap puts the program of an observer before its command
 * @returns the execution, and its log relative to the run's folder
 */
export async function executeTest(
  bench: Bench,
  test: SuiteTest,
  where: BuildOfSide,
  repeat: number | 'warm-up' | 'observed',
  wrap: WrapCommand = (command) => command,
): Promise<Execution & { log: string }> {
  const { side } = where;
  const checkout = checkoutOf(bench, where);
  const log = nameLog(
    test.name,
    bench.tests.findIndex(({ name }) => name === test.name),
    side,
    repeat,
  );
  const directory = join(checkout, test.directory);
  const watch = <T>(run: () => Promise<T>): Promise<T> =>
    bench.sideWatch === undefined ? run() : bench.sideWatch.watch(side, run);
  const request = describeRequest(bench, test, where, wrap);
  const execute = (logFile: string): Promise<Execution> =>
    leadsOut(checkout, directory)
      ? Promise.resolve(refuse(test, bench))
      : bench.services.runBeside(where, log, (services) =>
          bench.ports.execute({
            ...request,
            timeoutMs: repeat === 'observed' ? observedPatience * test.timeoutMs : test.timeoutMs,
            logFile,
            services,
          }),
        );
  bench.host.enter(side);
  const place = { results: test.results, checkout, directory, seenAt: request.inside?.root };
  if (hasResults(place)) await removeResults(place);
  const { readResults } = bench.ports;
  const isRead = readResults !== undefined && hasResults(place);
  const { ended, execution } = await bench.logs.keep(
    test.name,
    log,
    async (printed, isCut) => {
      const ended = await watch(() => execute(printed));
      return isRead && ended.outcome.status === 'passed'
        ? { ended, execution: await addResults(ended, place, { printed, isCut }, readResults) }
        : { ended, execution: ended };
    },
    isRead && place.results.file === undefined ? largestFile : 0,
  );
  if (ended.outcome.status === 'passed') {
    noteFirst(bench, test, side, {
      durationNs: ended.durationNs,
      isObserved: repeat === 'observed',
    });
  }
  // A watched test is slower.
  if (repeat !== 'observed') {
    bench.estimate.note({ test: test.name, side }, ended.durationNs / 1e6);
  }
  return { ...execution, outcome: explainTimeout(execution.outcome, test), log };
}

/** The request for an execution of a test in a build of a side, for every kind of measurement. */
export function describeRequest(
  bench: Bench,
  test: SuiteTest,
  where: BuildOfSide,
  wrap: WrapCommand = (command) => command,
): Omit<ExecutionRequest, 'timeoutMs' | 'logFile' | 'services'> {
  const { side } = where;
  const checkout = checkoutOf(bench, where);
  const directory = join(checkout, test.directory);
  const views = test.code === 'outside' ? undefined : bench.views;
  const inside = views?.measured(checkout, directory);
  return {
    command: wrap(startCommand(bench, test, where, directory, inside?.directory)),
    prefix: bench.host.prefixOf(side),
    directory,
    inside,
    environment: {
      ...seenAt(checkout, bench.environmentOf(test, where.build), bench),
      ...withoutOwn(bench.host.environmentOf(side), test.environment),
    },
    numbers: bench.numbers,
    hidden: listHidden(bench, checkout),
    signal: bench.ports.signal,
  };
}

/** The test's own settings are meant. */
function withoutOwn(
  environment: Readonly<Record<string, string>>,
  own: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !(name in own)));
}

function startCommand(
  { environmentOf, ports }: Bench,
  test: SuiteTest,
  { build, side }: BuildOfSide,
  directory: string,
  seen = directory,
): readonly string[] {
  const home = environmentOf(test, build)['PERIGEE_HOME'] ?? '';
  const command =
    test.cases === undefined ? test.command : startCases(test.cases, { home, directory, seen });
  return ports.wrap?.(command, test.name, side) ?? command;
}

function hasResults<P extends { results: SuiteTest['results'] }>(
  place: P,
): place is P & { results: ResultsReference } {
  return place.results !== undefined;
}

/** Which limit it was, and where a person can raise it. */
function explainTimeout(outcome: Outcome, { timeoutMs, timeoutWhere }: SuiteTest): Outcome {
  if (outcome.status !== 'timed-out') return outcome;
  const limit = formatQuantity(timeoutMs * 1e6, 'ns');
  const where = timeoutWhere === undefined ? 'the default' : `timeout at ${timeoutWhere}`;
  return { ...outcome, message: `after ${limit}, ${where}` };
}

/**
 * The other side, other builds of its own, and what earlier runs have left.
 * @param own the checkout that it runs in
 */
export function listHidden(
  { checkouts, runDirectory }: Pick<Bench, 'checkouts' | 'runDirectory'>,
  own: string,
): string[] {
  const state = join(runDirectory, '..', '..');
  const kept = stateFolders.map((name) => join(state, name));
  const others = new Set([...checkouts.before, ...checkouts.after]);
  others.delete(own);
  return [...others, ...kept];
}

/** A link in a commit may lead to the checkout of the other side, which would then be measured twice. */
export function leadsOut(checkout: string, directory: string): boolean {
  // A folder that is not there is explained where the test is started.
  return attempt(() => {
    const real = realpathSync(directory);
    const root = realpathSync(checkout);
    return real !== root && !real.startsWith(root + sep);
  }, false);
}

function refuse(test: SuiteTest, { ports }: Bench): Execution {
  const message = `its directory ${test.directory} leads out of the checkout: a link in the commit points elsewhere`;
  return leaveUnmeasured({ status: 'not-started', message }, ports.clock);
}

function noteFirst({ firsts }: Bench, { name }: SuiteTest, side: Side, one: FirstExecution): void {
  const sides = firsts.get(name) ?? {};
  firsts.set(name, sides);
  const first = sides[side];
  if (first === undefined) sides[side] = one;
  else if (first.isObserved && one.isObserved) first.nextNs ??= one.durationNs;
}
