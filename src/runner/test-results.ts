import { constants } from 'node:fs';
import { lstat, open, realpath, rm } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { listSome } from '../contract/count-things.ts';
import type { Metric, SpanProfile } from '../contract/documents.ts';
import { wholeTestSpan, type Execution, type ReadResults } from '../contract/execution.ts';
import { distributionOf, recordedSource } from '../contract/numbers.ts';
import type { ResultsReference } from '../contract/suite.ts';

/** Documented in docs/configuration.md: of a file, or of what a test prints. */
export const largestFile = 100_000_000;
const longestMessage = 2000;
/** The limits of a profile, as its schema says. */
const most = { metrics: 200, spans: 20_000 } as const;

interface Place {
  results: ResultsReference;
  /** Absolute: the checkout of the side, and the test's directory in it. */
  checkout: string;
  directory: string;
  /** The path at which the test saw its checkout, if it differs. */
  seenAt?: string | undefined;
}

/** Removes what an earlier execution left, so that it is never taken for the results of this one. */
export async function removeResults({ results, checkout, directory }: Place): Promise<void> {
  if (results.file === undefined) return;
  const file = join(directory, results.file);
  try {
    if (await isInside(checkout, file)) await rm(file, { force: true, recursive: true });
  } catch (error) {
    // A link to nothing, or a file where its folder should be: nothing is there, and the test will be told.
    if (!isNothingThere(error)) throw error;
  }
}

function isNothingThere(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR', 'ELOOP'].includes(String((error as NodeJS.ErrnoException).code));
}

/**
 * An execution that passed, with the numbers of its test's tool. Where they cannot be read it has failed: a
 * test whose numbers are missing must not pass.
 * @param printed absolute; the file that the test printed to
 * @param isCut whether something of that is gone
 */
export async function addResults(
  execution: Execution,
  place: Place,
  { printed, isCut }: { printed: string; isCut: () => boolean },
  read: ReadResults,
): Promise<Execution> {
  const { file, format } = place.results;
  const where = file ?? 'its output';
  const isGone = file === undefined && isCut();
  const text = isGone ? { fault: explainSize('') } : await readText(place, printed);
  if ('fault' in text) return fail(execution, `${where}: ${text.fault}`);
  const results = read(withoutRoots(text.text, await findRoots(place)), format);
  if ('fault' in results) return fail(execution, `${where}: ${results.fault}`);
  const { failed, metrics, notJudged = [], spans } = results;
  const recorded = findRecorded(execution.metrics, metrics);
  if (recorded !== undefined) {
    const clash = `it has the number "${recorded}", which the test records too: rename it in record()`;
    return fail(execution, `${where}: ${clash}`);
  }
  const merged = mergeSpans(execution, spans, metrics);
  for (const kind of ['metrics', 'spans'] as const) {
    const count = merged[kind].length;
    if (count <= most[kind]) continue;
    const total = `${count} ${kind} with those of the test, at most ${most[kind]} are kept`;
    return fail(execution, `${where}: ${total}`);
  }
  return {
    ...execution,
    ...merged,
    problems: [
      ...execution.problems,
      ...(format === 'auto' ? [describeFormat(results.format, where)] : []),
      ...(failed.length === 0 ? [] : [describeFailed(failed)]),
      ...(notJudged.length === 0 ? [] : [describeNotJudged(notJudged)]),
    ],
  };
}

function fail(execution: Execution, why: string): Execution {
  const message = `its results could not be read: ${why}`.slice(0, longestMessage);
  return { ...execution, outcome: { ...execution.outcome, status: 'failed', message } };
}

function describeFormat(format: string, where: string) {
  const message = `${where} was read as ${format}; write format: ${format} to keep it so`;
  return { code: 'results-detected', message };
}

function listNames(all: readonly string[]): string {
  return listSome(
    all.map((name) => JSON.stringify(name)),
    5,
  );
}

function describeFailed(failed: readonly string[]) {
  const message = `${failed.length} benchmarks failed and have no numbers: ${listNames(failed)}`;
  return { code: 'benchmarks-failed', message: message.slice(0, longestMessage) };
}

function describeNotJudged(numbers: readonly string[]) {
  const message = `${numbers.length} numbers are below zero or none, and are not judged: ${listNames(numbers)}`;
  return { code: 'numbers-not-judged', message: message.slice(0, longestMessage) };
}

/** Absolute paths of the checkout, as tools may write them. */
async function findRoots({ checkout, seenAt }: Place): Promise<readonly string[]> {
  const real = await realpath(checkout).catch(() => checkout);
  const roots = [seenAt, checkout, real].filter((root) => root !== undefined && root !== sep);
  return [...new Set(roots.flatMap((root = '') => [root, encodeURI(root)]))];
}

/**
 * Names such as `/checkout/bin/sort` become `bin/sort`: each side lies elsewhere, and would have series of its own.
 * @param roots the longest of two that begin alike wins
 */
function withoutRoots(text: string, roots: readonly string[]): string {
  const longestFirst = roots.toSorted((a, b) => b.length - a.length);
  return longestFirst.reduce((rest, root) => {
    if (!rest.includes(root)) return rest;
    const escaped = root.replaceAll(/[^\w/]/g, String.raw`\$&`);
    // It is no part of a longer path, but may stand behind an option such as -I.
    const start = String.raw`(?:(?<![\w.-])|(?<=(?<![\w.-])-[A-Za-z]))`;
    const pattern = new RegExp(String.raw`${start}${escaped}(?:/(?=[\w.@-])|(?![\w.-]))`, 'g');
    return rest.replaceAll(pattern, (found) => (found.endsWith('/') ? '' : '.'));
  }, text);
}

/** A number of the tool that the test records itself: it is unknown which of the two is meant. */
function findRecorded(known: readonly Metric[], metrics: readonly Metric[]): string | undefined {
  const numberOf = (name: string): string => distributionOf(name) ?? name;
  const recorded = new Set(
    known.filter(({ source }) => source === recordedSource).map(({ name }) => numberOf(name)),
  );
  return metrics.find(({ name }) => recorded.has(numberOf(name)))?.name;
}

/** Numbers of the whole test stand beside what Perigee measured of it; Perigee's own are never replaced. */
function mergeSpans(
  execution: Execution,
  spans: readonly SpanProfile[],
  metrics: readonly Metric[],
): Pick<Execution, 'spans' | 'metrics'> {
  const known = new Set(execution.metrics.map(({ name }) => name));
  const fresh = metrics.filter(({ name }) => !known.has(name));
  const names = new Set(fresh.map(({ name }) => name));
  const merged = [...execution.spans];
  for (const span of spans) {
    const { spreads: all, ...plain } = span;
    const values = pick(span.values, names);
    const own = pick(all ?? {}, names);
    const place = merged.findIndex((one) => one.span === wholeTestSpan);
    const whole = merged[place];
    if (span.span !== wholeTestSpan || whole === undefined) {
      merged.push({ ...plain, values, ...keepSpreads(own) });
    } else {
      merged[place] = {
        ...whole,
        values: { ...whole.values, ...values },
        ...keepSpreads({ ...whole.spreads, ...own }),
      };
    }
  }
  return { spans: merged, metrics: [...execution.metrics, ...fresh] };
}

function pick<T>(values: Readonly<Record<string, T>>, names: ReadonlySet<string>) {
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)));
}

function keepSpreads(spreads: NonNullable<SpanProfile['spreads']>): Pick<SpanProfile, 'spreads'> {
  return Object.keys(spreads).length === 0 ? {} : { spreads };
}

async function readText(
  { results, checkout, directory }: Place,
  printed: string,
): Promise<{ text: string } | { fault: string }> {
  const file = results.file === undefined ? printed : join(directory, results.file);
  try {
    if (results.file !== undefined && !(await isInside(checkout, file))) {
      return { fault: 'it leads out of the checkout' };
    }
    return { text: await readWhole(file) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      return { fault: 'the test passed and did not write it' };
    }
    return { fault: (error as Error).message };
  }
}

function explainSize(bytes: string): string {
  return `it has more than ${largestFile} bytes${bytes}, the most that Perigee reads: let the tool leave out its samples, or run fewer benchmarks`;
}

/** A regular file within the limit. Links are not followed, and a pipe would wait for ever. */
async function readWhole(file: string): Promise<string> {
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) throw new Error('it is not a regular file');
    if (stats.size > largestFile) {
      throw new Error(explainSize(` (${stats.size})`));
    }
    return await handle.readFile('utf8');
  } finally {
    await handle.close();
  }
}

/** A folder on the way may be a link to somewhere else. */
async function isInside(checkout: string, file: string): Promise<boolean> {
  const folder = dirname(file);
  if ((await lstat(folder).catch(() => undefined)) === undefined) return true;
  const [root, real] = await Promise.all([realpath(checkout), realpath(folder)]);
  return real === root || real.startsWith(root + sep);
}
