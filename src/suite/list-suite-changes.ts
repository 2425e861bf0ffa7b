import { listSome } from '../contract/count-things.ts';
import type { Problem } from '../contract/documents.ts';
import { namePlatform } from '../contract/platforms.ts';
import { findTest } from '../contract/renames.ts';
import type { Suite, SuiteTest } from '../contract/suite.ts';
import { formatQuantity } from '../contract/units.ts';
import { keepPlan } from './keep-plan.ts';

/** One thing that perigee.yml says otherwise than before the change. */
export interface SuiteChange {
  /** `setup`, or `command of "upload"`; the names of tests in it come from outside. */
  what: string;
  /** Cut to what differs. From outside as well. */
  before: string;
  after: string;
}

const mostNamed = 20;

/**
 * Changes in how the tests that are there on both sides run, and in what they share. Each is meant or is a way to
 * measure something easier, which only a person can tell.
 */
export function listSuiteChanges(old: Suite, suite: Suite): SuiteChange[] {
  return [...compareShared(old, suite), ...compareTests(old, suite)];
}

/** The effect of a change to perigee.yml on what is measured; every report shows it. */
export function describeSuiteChanges(old: Suite, suite: Suite, file: string): Problem[] {
  const all = listSuiteChanges(old, suite);
  const left = all.length - mostNamed;
  return [
    ...describeReductions(old, suite, file),
    ...all.slice(0, mostNamed).map(({ what, before, after }) => {
      const message = `${file} of this change sets another ${what}: ${before} → ${after}`;
      return { code: 'suite-changed', message: message.slice(0, 2000) };
    }),
    ...(left <= 0
      ? []
      : [{ code: 'suite-changes-left-out', message: `${left} more such changes in ${file}` }]),
  ];
}

/** A test that is gone cannot turn red: that may be meant, and has to be seen. */
function describeReductions(old: Suite, suite: Suite, file: string): Problem[] {
  // A test goes on with one of before: it can hide no second one by its former names.
  const known = new Map(old.tests.map((test) => [test.name, test]));
  const kept = new Set(suite.tests.filter(isPerChange).map((test) => findTest(known, test)?.name));
  const gone = old.tests.filter((test) => isPerChange(test) && !kept.has(test.name));
  const fewer = (['repeats', 'maxRepeats', 'builds'] as const)
    .filter((key) => suite[key] < old[key])
    .map((key) => `${key} ${old[key]} → ${suite[key]}`);
  if ((suite.timeNs ?? Infinity) < (old.timeNs ?? Infinity)) {
    fewer.push(`time ${formatLimit(old)} → ${formatLimit(suite)}`);
  }
  const problems = listNotRenamed(known, suite, file);
  if (gone.length > 0) {
    const named = gone.map(({ name }) => JSON.stringify(name));
    const message = `${file} of this change does not measure what it measured before: ${listSome(named, mostNamed)}`;
    problems.push({ code: 'tests-taken-out', message: message.slice(0, 2000) });
  }
  const left = old.shards.platforms?.filter(
    (one) => suite.shards.platforms?.includes(one) !== true,
  );
  if (left !== undefined && left.length > 0) {
    const named = listSome(left.map(namePlatform), mostNamed);
    const message = `${file} of this change no longer has every test measured on ${named}`;
    problems.push({ code: 'tests-taken-out', message });
  }
  if (fewer.length > 0) {
    const message = `${file} of this change asks for less than before: ${fewer.join(', ')}; as much as before is measured until it is merged`;
    problems.push({ code: 'fewer-repeats', message });
  }
  return problems;
}

/** Such a test counts as new, which its author does not expect. */
function listNotRenamed(
  known: ReadonlyMap<string, SuiteTest>,
  suite: Suite,
  file: string,
): Problem[] {
  return suite.tests.flatMap((test) => {
    const { was } = test.renamed ?? {};
    if (was === undefined || findTest(known, test) !== undefined) return [];
    const names = was.map((name) => JSON.stringify(name)).join(' or ');
    const message = `${file} says that the test was called ${names}, and before the change there is none of that name: is it misspelt?`;
    return [{ code: 'test-not-renamed', message: message.slice(0, 2000), test: test.name }];
  });
}

function isPerChange({ when }: SuiteTest): boolean {
  return when === 'commit';
}

function compareShared(old: Suite, suite: Suite): SuiteChange[] {
  const kept = keepPlan(old, suite);
  const rows: [what: string, before: string, after: string][] = [
    [
      'setup',
      formatValues(old.setup.map(formatCommand)),
      formatValues(suite.setup.map(formatCommand)),
    ],
    ['setupTimeout', formatTime(old.setupTimeoutMs), formatTime(suite.setupTimeoutMs)],
    ['samePath', String(old.samePath ?? false), String(suite.samePath ?? false)],
    ['repeats', String(old.repeats), String(kept.repeats)],
    ['maxRepeats', String(old.maxRepeats), String(kept.maxRepeats)],
    ['time', formatLimit(old), formatLimit(kept)],
    ['builds', String(old.builds), String(kept.builds)],
    ['outliersPerFive', String(old.outliersPerFive), String(suite.outliersPerFive)],
    ['warmup', String(old.warmup), String(suite.warmup)],
    ['host', formatHost(old), formatHost(suite)],
    ['list of services', formatServices(old), formatServices(suite)],
    ['list of metrics', formatNumbers(old), formatNumbers(suite)],
  ];
  return rows.filter(([, before, after]) => before !== after).map(toChange);
}

/** Equal changes of several tests are reported together, such as a variable of the whole suite. */
function compareTests(old: Suite, suite: Suite): SuiteChange[] {
  const known = new Map(old.tests.map((test) => [test.name, test]));
  const alike = new Map<string, { row: [string, string, string]; tests: string[] }>();
  for (const test of suite.tests) {
    const before = findTest(known, test);
    if (before === undefined) continue;
    for (const row of compareTest(before, test)) {
      const key = JSON.stringify(row);
      const group = alike.get(key) ?? { row, tests: [] };
      group.tests.push(test.name);
      alike.set(key, group);
    }
  }
  return [...alike.values()].map(({ row: [what, before, after], tests: [first = '', ...others] }) =>
    toChange([`${what} of ${nameTests(first, others.length)}`, before, after]),
  );
}

function compareTest(old: SuiteTest, test: SuiteTest): [string, string, string][] {
  const names = new Set([...Object.keys(old.environment), ...Object.keys(test.environment)]);
  const rows: [string, string, string][] = [
    ['name', JSON.stringify(old.name), JSON.stringify(test.name)],
    ['list of former names', formatNames(old, test), formatNames(test, test)],
    ['list of renamed spans', formatSpans(old), formatSpans(test)],
    ['command', formatCommand(old.command), formatCommand(test.command)],
    ['runner', old.cases?.runner ?? 'none', test.cases?.runner ?? 'none'],
    ['directory', old.directory, test.directory],
    ['timeout', formatTime(old.timeoutMs), formatTime(test.timeoutMs)],
    ['affected', old.affected ?? 'auto', test.affected ?? 'auto'],
    ['code', old.code ?? 'of the repository', test.code ?? 'of the repository'],
    ['results', JSON.stringify(old.results ?? 'none'), JSON.stringify(test.results ?? 'none')],
    ...[...names]
      .sort()
      .map((name): [string, string, string] => [
        `variable ${name}`,
        formatVariable(old, name),
        formatVariable(test, name),
      ]),
  ];
  return rows.filter(([, before, after]) => before !== after);
}

/** The name that it has lost stands in a row of its own. */
function formatNames({ name, renamed }: SuiteTest, now: SuiteTest): string {
  const was = [...(name === now.name ? [] : [name]), ...(renamed?.was ?? [])];
  return was.length === 0 ? 'none' : JSON.stringify(was);
}

function formatSpans({ renamed }: SuiteTest): string {
  return renamed?.spans === undefined ? 'none' : JSON.stringify(renamed.spans);
}

function formatVariable({ environment }: SuiteTest, name: string): string {
  const value = Object.hasOwn(environment, name) ? environment[name] : undefined;
  return value === undefined ? 'none' : JSON.stringify(value);
}

function nameTests(first: string, others: number): string {
  const more = others === 0 ? '' : ` and ${others} more ${others === 1 ? 'test' : 'tests'}`;
  return `${JSON.stringify(first)}${more}`;
}

function formatServices({ services }: Suite): string {
  return formatValues(services.map((service) => JSON.stringify(service)));
}

function formatHost({ host }: Suite): string {
  return formatValues(Object.entries(host).map(([key, value]) => `${key}: ${String(value)}`));
}

function formatNumbers({ numbers = new Map() }: Suite): string {
  return formatValues([...numbers].map((entry) => JSON.stringify(entry)));
}

function formatLimit({ timeNs }: Pick<Suite, 'timeNs'>): string {
  return timeNs === undefined ? 'without limit' : formatTime(timeNs / 1e6);
}

function formatTime(ms: number): string {
  return formatQuantity(ms * 1e6, 'ns', 6);
}

function toChange([what, before, after]: [string, string, string]): SuiteChange {
  return { what, ...cutAround(before, after) };
}

const longest = 160;
/** Characters of the common part shown before the first difference. */
const shownBefore = 40;

/** Two texts that differ, cut to where they do: a long command may differ at its end alone. */
function cutAround(before: string, after: string): { before: string; after: string } {
  let same = 0;
  while (same < before.length && before[same] === after[same]) same += 1;
  const from =
    Math.max(before.length, after.length) <= longest ? 0 : Math.max(0, same - shownBefore);
  return { before: cut(before, from), after: cut(after, from) };
}

function cut(text: string, from: number): string {
  const start = from === 0 ? '' : '…';
  const end = text.length - from > longest ? '…' : '';
  return `${start}${text.slice(from, from + longest)}${end}`.toWellFormed();
}

/** As you would type it in a shell; only for display. */
function formatCommand(command: readonly string[]): string {
  return command
    .map((part) => (/^[\w@%+=:,./-]+$/.test(part) ? part : JSON.stringify(part)))
    .join(' ');
}

function formatValues(values: readonly string[]): string {
  return values.length === 0 ? 'none' : values.join('; ');
}
