import type { SuiteTest } from '../../contract/suite.ts';

/** How often a tool of benchmarks runs each of them, where it would choose that by the clock. */
type Rule =
  | { environment?: Readonly<Record<string, string>>; lastArguments?: readonly string[] }
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
  },
  criterion: { lastArguments: ['--test'] },
  libtest: { lastArguments: ['--test'] },
  divan: { lastArguments: ['--sample-count=1', '--sample-size=1'] },
  'google-benchmark': { environment: { BENCHMARK_MIN_TIME: '1x' } },
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

/** A test as its instructions are counted, or why they cannot be. */
export function fixIterations(test: SuiteTest): SuiteTest | { why: string } {
  const runtime = [test.command[0] ?? '', test.cases?.runner ?? ''].find((program) =>
    /(^|\/)(java|mvnw?|mvnd|gradlew?|sbt|junit|dotnet)(\.(sh|cmd|bat))?$/.test(program),
  );
  if (runtime !== undefined)
    return rules[runtime.endsWith('dotnet') ? 'benchmarkdotnet' : 'jmh'] as { why: string };
  const format = test.results?.format ?? '';
  const rule = rules[format] ?? {};
  if ('why' in rule) return rule;
  const { results: _results, ...plain } = test;
  const command = addLast(test.command, rule.lastArguments ?? []);
  if (command === undefined) {
    const missing = (rule.lastArguments ?? []).join(' ');
    return {
      why: `${format} chooses by the clock how often it runs each benchmark, and behind ${test.command[0] ?? ''} nothing can be added to its command: name the program of the benchmarks itself, or write ${missing} into the command`,
    };
  }
  return { ...plain, command, environment: joinOptions(test.environment, rule.environment) };
}

function addLast(command: readonly string[], last: readonly string[]): string[] | undefined {
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

/** Options that the test sets itself stay. */
function joinOptions(
  own: Readonly<Record<string, string>>,
  more: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const joined = Object.entries(more).map(([name, value]) => [
    name,
    name === 'PYTEST_ADDOPTS' && own[name] !== undefined ? `${own[name]} ${value}` : value,
  ]);
  return { ...own, ...(Object.fromEntries(joined) as Record<string, string>) };
}
