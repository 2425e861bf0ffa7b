import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type {
  Checkout,
  PassedOver,
  RepositoryFindings,
  StarterCommand,
  StarterPorts,
  StarterTest,
  TriedCommand,
} from './findings.ts';
import type { Results } from '../contract/execution.ts';
import { everyCase } from '../suite/every-case.ts';
import { explainEnd, explainUnended } from './explain-end.ts';
import { readIfThere } from './repository-files.ts';

/** As in a run that is not told otherwise. */
const setupMs = 600_000;
const testMs = 120_000;
/** For all tests. The first stays untried where none has worked by then. */
const longestMs = 600_000;
/** For those that work, where one is kept. */
const enoughMs = 60_000;

const moreSetup = 'give setup longer, with `setupTimeout: 30m` in perigee.yml';
const shorterTest =
  'make one execution shorter, with less data or fewer of its benchmarks, and add it to the tests';
const untried =
  'it was not tried, as those before it took the time for that: add it to the tests if `perigee patch` may take longer';
const stillUntried = 'NOT TRIED: the others took ten minutes';

const shortestMs = 100;
const longMs = 60_000;
/** One warm-up and five pairs. */
const executions = 12;
/** Of all tests together: five pairs take the two minutes of `perigee patch`. */
const mostMs = 12_000;
/** Authors name what matters most first. */
const mostOfFirstMs = 15_000;

export interface DraftedTests extends Pick<RepositoryFindings, 'setupFault' | 'took'> {
  setup: StarterCommand[];
  tests: StarterTest[];
  passedOver: PassedOver[];
  /** One of them did not work. */
  failed?: true;
}

/**
 * Sets the suite up once in a checkout of its own, as a side of a run would, and runs each test once. A test that
 * fails, or whose numbers cannot be read, is left out; how long the others took is said in the file.
 */
export async function tryTests(
  directory: string,
  drafted: Omit<DraftedTests, 'passedOver'>,
  ports: StarterPorts,
): Promise<DraftedTests> {
  const untried = { ...drafted, passedOver: [] };
  const { setup, tests } = drafted;
  if (tests.every(({ tookMs }) => tookMs !== undefined)) {
    if (tests.length === 0) return untried;
    const add = (all: readonly StarterCommand[]): number =>
      all.reduce((sum, { tookMs = 0 }) => sum + tookMs, 0);
    return { ...untried, took: { setupMs: add(setup), testsMs: add(tests) } };
  }
  const checkout = await ports.checkOut(directory);
  if (checkout === undefined) return untried;
  try {
    return await tryIn(checkout, drafted, ports);
  } finally {
    await checkout.remove();
  }
}

async function tryIn(
  checkout: Checkout,
  { setup, tests }: Omit<DraftedTests, 'passedOver'>,
  ports: StarterPorts,
): Promise<DraftedTests> {
  const took = { setupMs: 0, testsMs: 0 };
  for (const [i, { command, because }] of setup.entries()) {
    ports.note(`trying setup: ${command.join(' ')}`);
    const { directory } = checkout;
    const tried = await ports.run(command, { directory, timeoutMs: setupMs });
    took.setupMs += tried.durationMs;
    if (tried.status === 0) continue;
    const why =
      tried.status === undefined
        ? explainUnended(tried, { limitMs: setupMs, remedy: moreSetup })
        : explainEnd(tried);
    const fault = `it failed here, so no test was tried: ${why}`;
    ports.note(`${command.join(' ')}: ${fault}`);
    return {
      setupFault: `${command.join(' ')}: ${why}`,
      setup: setup.with(i, { command, because: `${because}; ${fault}` }),
      tests,
      passedOver: [],
    };
  }
  let triedMs = 0;
  let workedMs = 0;
  const kept: StarterTest[] = [];
  const passedOver: PassedOver[] = [];
  const keep = (test: StarterTest, tookMs: number): void => {
    took.testsMs += tookMs;
    kept.push(test);
  };
  let failed: Pick<DraftedTests, 'failed'> = {};
  let tooLong: [StarterTest, number] | undefined;
  for (const [i, test] of tests.entries()) {
    if (test.tookMs !== undefined) {
      keep(test, test.tookMs);
      continue;
    }
    if (triedMs > longestMs || (kept.length > 0 && workedMs > enoughMs)) {
      const isAlone = kept.length === 0 && tooLong === undefined;
      if (isAlone) kept.push({ ...test, because: `${test.because}; ${stillUntried}` });
      else passedOver.push({ what: test.name, why: untried });
      continue;
    }
    ports.note(`trying ${test.name} (${i + 1} of ${tests.length}), once`);
    const { durationMs, fault, remark } = await tryTest(checkout, test, ports);
    triedMs += durationMs;
    if (fault !== undefined) {
      failed = { failed: true };
      passedOver.push({ what: test.name, why: fault });
      continue;
    }
    workedMs += durationMs;
    const explained = { ...test, because: `${test.because}; ${remark}` };
    const most = kept.length === 0 ? mostOfFirstMs : mostMs;
    const fits = took.testsMs + durationMs <= most;
    if (fits) keep(explained, durationMs);
    else if (kept.length === 0 && tooLong === undefined) tooLong = [explained, durationMs];
    else passedOver.push(passOverLong(test, durationMs));
  }
  if (tooLong !== undefined) {
    const [test, durationMs] = tooLong;
    if (kept.length === 0) keep(test, durationMs);
    else passedOver.unshift(passOverLong(test, durationMs));
  }
  return { setup, tests: kept, passedOver, ...failed, ...(took.testsMs > 0 && { took }) };
}

function passOverLong({ name }: StarterTest, durationMs: number): PassedOver {
  const why =
    'there is no room for five pairs of it in the two minutes of `perigee patch`: add it to the tests if that may take longer';
  return { what: `${name} (${describeTime(durationMs)})`, why };
}

async function tryTest(
  checkout: Checkout,
  test: StarterTest,
  ports: StarterPorts,
): Promise<Judgement & { durationMs: number }> {
  const directory = join(checkout.directory, test.directory ?? '.');
  // As a run does: pyperf for one refuses to write over the file of the test before.
  if (test.results?.file !== undefined)
    await rm(join(directory, test.results.file), { force: true });
  const command =
    test.cases === undefined
      ? test.command
      : ports.startCases({ pattern: everyCase(test.cases.runner), ...test.cases }, directory);
  const tried = await ports.run(command, { directory, timeoutMs: testMs });
  return { durationMs: tried.durationMs, ...(await judgeTrial(tried, directory, test, ports)) };
}

type Judgement = { fault: string; remark?: undefined } | { fault?: undefined; remark: string };

async function judgeTrial(
  tried: TriedCommand,
  directory: string,
  test: StarterTest,
  ports: StarterPorts,
): Promise<Judgement> {
  if (tried.status === undefined) {
    const why = explainUnended(tried, { limitMs: testMs, remedy: shorterTest });
    return { fault: `it was tried once: ${why}` };
  }
  if (tried.status !== 0) return { fault: `it failed here: ${explainEnd(tried)}` };
  const took = describeTime(tried.durationMs);
  if (test.results === undefined) return { remark: remarkOn(tried.durationMs, took) };
  const { file, format } = test.results;
  if (file === undefined && tried.output.length >= mostRead) {
    return { fault: `it prints more than ${mostRead} bytes: let it leave out its samples` };
  }
  const text = file === undefined ? tried.output : await readIfThere(directory, file, mostRead);
  if (text === undefined) return { fault: `it did not write ${file ?? 'anything'}` };
  const read = readEither(text, file === undefined ? tried.printed : undefined, format, ports);
  if ('fault' in read) return { fault: `its output is not that of ${format}: ${read.fault}` };
  const count = read.spans.length === 1 ? 'one benchmark' : `${read.spans.length} benchmarks`;
  const isLong = tried.durationMs > longMs;
  return { remark: `${count}, ${isLong ? remarkOn(tried.durationMs, took) : `${took} here`}` };
}

/** A tool lists among its errors what it fetches at its first start: a warm-up does that before a run. */
function readEither(
  text: string,
  printed: string | undefined,
  format: string,
  { readResults }: StarterPorts,
): Results {
  const read = readResults(text, format);
  if (!('fault' in read) || printed === undefined) return read;
  const alone = readResults(printed, format);
  return 'fault' in alone ? read : alone;
}

/** As a run reads, of a file or of what a test prints. */
export const mostRead = 100_000_000;

function remarkOn(durationMs: number, took: string): string {
  if (durationMs < shortestMs) {
    return `${took} here, which is TOO SHORT: starting it varies as much; let it work for 0.1 s or more`;
  }
  if (durationMs > longMs) {
    const minutes = Math.ceil((executions * durationMs) / 60_000);
    return `${took} here, which is LONG: five pairs take ${minutes} minutes; let it do less`;
  }
  return `${took} here`;
}

function describeTime(durationMs: number): string {
  const seconds = durationMs / 1000;
  return `${seconds.toFixed(seconds < 0.1 ? 2 : 1)} s`;
}
