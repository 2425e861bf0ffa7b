import type { SuiteTest } from '../../contract/suite.ts';

/** How often a tool of benchmarks runs each of them, where it would choose that by the clock. */
type Rule =
  | {
      environment?: Readonly<Record<string, string>>;
      lastArguments?: readonly string[];
      /** Options that the tool refuses beside them, or lets win over them. */
      without?: readonly string[];
    }
  | { why: string };

const byClock = (tool: string, remedy: string): Rule => ({
  why: `${tool} chooses by the clock how often it runs each benchmark, so the counts of two runs say nothing: ${remedy}`,
});
const script = 'count a script that calls the code a fixed number of times, with spans around it';

/** By the format of the results. */
const rules: Readonly<Record<string, Rule>> = {
  // Each benchmark once, and as a span of its own.
  'pytest-benchmark': {
    environment: { PYTEST_ADDOPTS: '--benchmark-disable -p perigee.pytest_plugin' },
    without: ['--benchmark-only', '--benchmark-enable'],
  },
  criterion: { lastArguments: ['--test'] },
  libtest: { lastArguments: ['--test'] },
  divan: { lastArguments: ['--sample-count=1', '--sample-size=1'] },
  'google-benchmark': {
    environment: { BENCHMARK_MIN_TIME: '0' },
    without: ['--benchmark_min_time', '--benchmark_min_warmup_time'],
  },
  tinybench: byClock('tinybench', script),
  vitest: byClock('vitest bench', script),
  mitata: byClock('mitata', script),
  'benchmark.js': byClock('Benchmark.js', script),
  pyperf: byClock('pyperf', script),
  asv: byClock('asv', script),
  catch2: byClock('Catch2', script),
  deno: byClock('deno bench', script),
  nanobench: byClock('nanobench', `set minEpochIterations, or ${script}`),
  'benchmark-ips': byClock('benchmark-ips', script),
  go: byClock('go test -bench', 'write -benchtime=100x into its command and remove its results'),
  hyperfine: byClock('hyperfine', 'count the command itself, without hyperfine'),
  jmh: { why: 'the JVM compiles while the program runs, at moments that no setting fixes' },
  benchmarkdotnet: {
    why: '.NET compiles while the program runs, at moments that no setting fixes',
  },
};

/** Whether a format is that of a tool whose number of rounds can be fixed. */
export function canFixIterations(format: string): boolean {
  const rule = rules[format];
  return rule !== undefined && !('why' in rule);
}

/** Programs that start the tool, and take what stands last for themselves. */
const starters = /(^|\/)(g?make|just|task|npm|npx|pnpm|yarn|bun)$/;
const shells = /(^|\/)(ba|da|z|k|fi)?sh$/;

/** The limit of the schema. */
const longestSetting = 300;

type Variables = Readonly<Record<string, string>>;

/**
 * A test as its instructions are counted, or why they cannot be.
 * @param inherited the environment of its command without what the suite sets
 */
export function fixIterations(
  test: SuiteTest,
  inherited: Variables = {},
): SuiteTest | { why: string } {
  const runtime = [test.command[0] ?? '', test.cases?.runner ?? ''].find((program) =>
    /(^|\/)(java|mvnw?|mvnd|gradlew?|sbt|junit|dotnet)(\.(sh|cmd|bat))?$/.test(program),
  );
  if (runtime !== undefined)
    return rules[runtime.endsWith('dotnet') ? 'benchmarkdotnet' : 'jmh'] as { why: string };
  const format = test.results?.format ?? '';
  const rule = rules[format] ?? {};
  if ('why' in rule) return rule;
  const { results: _results, ...plain } = test;
  const { environment = {}, without = [] } = rule;
  const left = test.command.map((word) => leaveOut(word, without));
  // A word that was empty before means something.
  const kept = left.filter((word, index) => word !== '' || test.command[index] === '');
  const command = addLast(kept, rule.lastArguments ?? []);
  if (command === undefined) {
    const missing = (rule.lastArguments ?? []).join(' ');
    return {
      why: `${format} chooses by the clock how often it runs each benchmark, and behind ${test.command[0] ?? ''} nothing can be added to its command: name the program of the benchmarks itself, or write ${missing} into the command`,
    };
  }
  const fixed = Object.entries(environment).map(([name, value]) => {
    const own = test.environment[name] ?? inherited[name];
    return [name, joinOptions(name, own && leaveOut(own, without), value)];
  });
  return {
    ...{ ...plain, command },
    environment: { ...test.environment, ...(Object.fromEntries(fixed) as Variables) },
  };
}

/** A word of a command, a script of a shell, or a variable, without options that are one word each. */
function leaveOut(text: string, options: readonly string[]): string {
  const isLeft = (word: string): boolean =>
    !options.some((option) => word === option || word.startsWith(`${option}=`));
  return text.split(' ').filter(isLeft).join(' ');
}

/** @returns undefined behind a program that takes what stands last for itself */
export function addLast(command: readonly string[], last: readonly string[]): string[] | undefined {
  const words = new Set(command.flatMap((word) => word.split(/\s+/)));
  if (last.every((one) => words.has(one))) return [...command];
  const [program = ''] = command;
  if (starters.test(program) || command.some((word) => shells.test(word))) return undefined;
  const cargo = command.findIndex((word) => /(^|\/)cargo$/.test(word));
  // Its own options end with the two dashes.
  const isSplit = cargo === -1 || command.includes('--', cargo);
  return isSplit ? [...command, ...last] : [...command, '--', ...last];
}

/** What the counts of a test do not say, where its command shows it. */
export function tellLittle({ results }: SuiteTest): string | undefined {
  if (results === undefined) return undefined;
  const { format } = results;
  if (format === 'auto')
    return 'the format of its results is not named: where its tool chooses by the clock how often it runs a benchmark, the counts of two runs say nothing';
  return countedAsOne.has(format)
    ? 'its benchmarks are counted together, as one program with its start: a change of one of them shows as a smaller change of the whole'
    : undefined;
}

const countedAsOne = new Set(['criterion', 'libtest', 'divan', 'google-benchmark']);

/** Between the options in one variable; of equal ones the last counts. */
const separators: Variables = { GODEBUG: ',', PYTEST_ADDOPTS: ' ' };

/** A variable of another name has one value: the last. */
function joinOptions(name: string, first: string | undefined, last: string): string {
  const separator = separators[name];
  return separator === undefined ? last : [first, last].filter(Boolean).join(separator);
}

/**
 * A test with variables that make its counts repeatable. They win over those that it inherits, and what the suite sets
 * wins over them.
 * @returns also those that the suite replaces
 */
export function fixVariables(
  test: SuiteTest,
  variables: Variables,
  inherited: Variables,
): { steady: SuiteTest; replaced: string[] } {
  const environment = { ...test.environment };
  const replaced: string[] = [];
  for (const [name, value] of Object.entries(variables)) {
    const own = test.environment[name];
    environment[name] =
      own === undefined ? joinOptions(name, inherited[name], value) : joinOptions(name, value, own);
    const option = value.slice(0, value.indexOf('=') + 1);
    const isSame = (one: string): boolean => one === value || !one.startsWith(option);
    const isKept = own?.split(separators[name] ?? '\0').every(isSame) ?? true;
    if (!isKept) replaced.push(`${name}=${value}`);
  }
  return { steady: { ...test, environment }, replaced };
}

/** Adds what suites replace to the settings of a record, one line for each setting. */
export function noteReplaced(settings: string[], replaced: readonly string[], test: string): void {
  for (const one of replaced) {
    const begin = `not ${one}, as perigee.yml sets it: `;
    const index = settings.findIndex((line) => line.startsWith(begin));
    if (index === -1) settings.push(`${begin}${test}`.slice(0, longestSetting));
    else settings[index] = `${settings[index]}, ${test}`.slice(0, longestSetting);
  }
}
