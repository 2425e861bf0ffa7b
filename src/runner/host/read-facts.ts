import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Suite, SuiteTest } from '../../contract/suite.ts';

/** The text of a file of /proc or /sys; undefined when it cannot be read. */
export type ReadFact = (path: string) => Promise<string | undefined>;

export const readFact: ReadFact = (path) =>
  readFile(path, 'utf8').then(
    (text) => text.trim(),
    () => undefined,
  );

/** The value of the first line `key : value`, as /proc/cpuinfo and /proc/meminfo have them. */
export function findField(text: string, key: string): string | undefined {
  for (const line of text.split('\n')) {
    const colon = line.indexOf(':');
    if (colon > 0 && line.slice(0, colon).trim() === key) return line.slice(colon + 1).trim();
  }
  return undefined;
}

/** Programs of suites, and what tells the version that they run on. */
const tools: readonly [programs: RegExp, ask: string, option: string][] = [
  [/^(node|npm|npx|pnpm|yarn|vitest|jest|mocha|tsx)$/, 'node', '--version'],
  [/^(bun|deno|ruby|dotnet)$/, '$&', '--version'],
  [/^(python[\d.]*|pip3?|pytest|uv|poetry)$/, 'python3', '--version'],
  [/^go$/, 'go', 'version'],
  [/^(cargo|rustc)$/, 'rustc', '--version'],
  [/^(java|mvnw?|gradlew?|junit)$/, 'java', '--version'],
  [/^(cc|gcc|g\+\+|make|cmake|ninja|meson)$/, 'cc', '--version'],
];

/**
 * The versions that setup and tests run on, such as `node 20.1.0, rustc 1.95.0`.
 * @param environment of tests
 * @returns undefined where no program of the suite tells one
 */
export function readToolchain(
  {
    setup,
    tests,
  }: Pick<Suite, 'setup'> & { tests: readonly Pick<SuiteTest, 'cases' | 'command'>[] },
  environment: Readonly<Record<string, string>>,
  directory: string,
): string | undefined {
  const programs = [
    ...setup.map(([program = '']) => program),
    ...tests.flatMap(({ cases, command }) => [command[0] ?? '', cases?.runner ?? '']),
  ];
  // Neither may fetch the version that a repository asks for.
  const env = { ...environment, RUSTUP_AUTO_INSTALL: '0', GOTOOLCHAIN: 'local' };
  const asked = { cwd: directory, env, encoding: 'utf8', timeout: 2_000 } as const;
  const found = tools.flatMap(([pattern, ask, option]) => {
    const used = programs.filter((program) => pattern.test(basename(program)));
    const told = used.map((program) => {
      const tool = basename(program).replace(pattern, ask);
      // In a virtual environment the one beside a program is what runs it.
      const places = program.includes('/') ? [join(dirname(program), tool), tool] : [tool];
      for (const place of places) {
        const { status, stdout } = spawnSync(place, [option], asked);
        const [version] =
          /\d+(\.\d+)+[\w.+-]*/.exec(status === 0 ? stdout.slice(0, 1_000) : '') ?? [];
        if (version !== undefined) return `${tool} ${version.slice(0, 40)}`;
      }
      return '';
    });
    return [...new Set(told)];
  });
  return (
    found
      .filter((one) => one !== '')
      .join(', ')
      .slice(0, 200) || undefined
  );
}
