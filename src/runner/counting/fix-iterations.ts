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

/** A test as its instructions are counted, or why they cannot be. */
export function fixIterations(test: SuiteTest): SuiteTest | { why: string } {
  const runtime = [test.command[0] ?? '', test.cases?.runner ?? ''].find((program) =>
    /(^|\/)(java|mvn|gradle|junit|dotnet)$/.test(program),
  );
  if (runtime !== undefined)
    return rules[runtime.endsWith('dotnet') ? 'benchmarkdotnet' : 'jmh'] as { why: string };
  const rule = rules[test.results?.format ?? ''] ?? {};
  if ('why' in rule) return rule;
  const { results: _results, ...plain } = test;
  const { lastArguments = [] } = rule;
  const isSplit = test.command[0] !== 'cargo' || test.command.includes('--');
  const more = lastArguments.length === 0 || isSplit ? lastArguments : ['--', ...lastArguments];
  return {
    ...plain,
    command: [...test.command, ...more],
    environment: joinOptions(test.environment, rule.environment),
  };
}

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
