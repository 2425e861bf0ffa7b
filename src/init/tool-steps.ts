import { posix } from 'node:path';
import type { SuiteTest } from '../contract/suite.ts';
import { findModule } from './go/inspect-go.ts';
import type { StarterPorts } from './findings.ts';
import { pinAction } from './pinned-actions.ts';
import { listFiles, readIfThere } from './repository-files.ts';

/** Steps of a workflow that bring what setup and tests call. */

type Language = 'node' | 'python' | 'go';

/** The input of a step that names the version, e.g. `node-version-file: .nvmrc`. */
export type ToolVersions = Partial<Record<Language, string>>;

interface Tool {
  /** Last part of the path of the programs that it brings. */
  programs: readonly string[];
  steps: (versions: ToolVersions) => readonly string[];
}

const usual: Readonly<Record<Language, string>> = {
  node: 'node-version: 24',
  python: "python-version: '3.13'",
  go: 'go-version-file: go.mod',
};

function bring(language: Language, versions: ToolVersions): string[] {
  const action = pinAction(`actions/setup-${language}`);
  return [`      - uses: ${action}`, `        with: { ${versions[language] ?? usual[language]} }`];
}

const tools: readonly Tool[] = [
  {
    programs: ['node', 'npm', 'npx', 'pnpm', 'yarn', 'bun'],
    steps: (versions) => bring('node', versions),
  },
  {
    programs: ['pnpm', 'yarn'],
    // Node has brought it up to version 24. The newest one does not run on Node 16.
    steps: () => [
      '      - run: corepack enable || npm install --global corepack # the version that package.json names',
    ],
  },
  { programs: ['bun'], steps: () => [`      - uses: ${pinAction('oven-sh/setup-bun')}`] },
  { programs: ['deno'], steps: () => ['      - run: npm install --global deno'] },
  { programs: ['python3', 'python'], steps: (versions) => bring('python', versions) },
  ...['uv', 'poetry', 'pdm', 'pipenv'].map((program) => ({
    programs: [program],
    steps: () => [`      - run: pipx install ${program}`],
  })),
  { programs: ['go'], steps: (versions) => bring('go', versions) },
];

/** @param programs as commands name them; those that nothing here brings are passed over */
export function describeToolSteps(
  programs: readonly string[],
  versions: ToolVersions = {},
): string[] {
  const named = new Set(programs.map((program) => program.split('/').at(-1) ?? program));
  return tools
    .filter((tool) => tool.programs.some((program) => named.has(program)))
    .flatMap(({ steps }) => steps(versions));
}

/** The program of a command, also behind `env NAME=value`. */
export function nameProgramOf(command: readonly string[]): string[] {
  const words =
    command[0] === 'env' ? command.slice(1).filter((word) => !word.includes('=')) : command;
  return words.slice(0, 1);
}

/** Where a project names the version of a language, in the order in which its tools look. */
const places: readonly { language: Language; file: string; sign: RegExp }[] = [
  { language: 'node', file: '.nvmrc', sign: /^\s*(v?\d|lts\/|node\b)/ },
  { language: 'node', file: '.node-version', sign: /^\s*v?\d/ },
  { language: 'node', file: '.tool-versions', sign: /^nodejs\s+\d/m },
  {
    ...{ language: 'node', file: 'package.json' },
    sign: /"(engines|volta)"\s*:\s*\{[^}]*"node"\s*:|"devEngines"\s*:\s*\{\s*"runtime"/,
  },
  // Not the name of an environment, nor of another Python.
  { language: 'python', file: '.python-version', sign: /^\s*\d+(\.\d+)*\s*$/ },
  {
    ...{ language: 'python', file: 'pyproject.toml' },
    sign: /^\s*requires-python\s*=|^\[tool\.poetry\.dependencies\][^[]*^\s*python\s*=/m,
  },
  { language: 'python', file: 'Pipfile', sign: /^\s*python_(full_)?version\s*=/m },
  { language: 'python', file: '.tool-versions', sign: /^python\s+\d/m },
  // No module of it asks for a newer one.
  { language: 'go', file: 'go.work', sign: /^go\s+\d/m },
];

/**
 * The versions that the project names, else those of this machine, with which init has tried the tests.
 * @param tests in folders of modules of Go, each of which names a version
 */
export async function readToolVersions(
  root: string,
  { run }: Pick<StarterPorts, 'run'>,
  tests: readonly Pick<SuiteTest, 'directory'>[] = [],
): Promise<ToolVersions> {
  const versions: ToolVersions = {};
  for (const { file, language, sign } of places) {
    if (versions[language] !== undefined) continue;
    if (sign.test((await readIfThere(root, file)) ?? ''))
      versions[language] = `${language}-version-file: ${file}`;
  }
  versions.node ??= `node-version: ${process.versions.node.split('.')[0]}`;
  if (versions.python === undefined) {
    const { output } = await run(['python3', '--version'], { directory: root, timeoutMs: 30_000 });
    const version = /^Python (\d+\.\d+)/.exec(output)?.[1];
    if (version !== undefined) versions.python = `python-version: '${version}'`;
  }
  if (versions.go === undefined) {
    const module = await findNewestModule(root, tests);
    if (module !== undefined && /^[\w./-]+$/.test(module))
      versions.go = `go-version-file: ${module}`;
  }
  return versions;
}

/** The go.mod with the newest Go of those that tests lie in; the first without such tests. */
async function findNewestModule(
  root: string,
  tests: readonly Pick<SuiteTest, 'directory'>[],
): Promise<string | undefined> {
  const files = await listFiles(root, /^go\.mod$/);
  const modules = files.map((file) => posix.dirname(file));
  const measured = tests.flatMap(({ directory }) => findModule(directory, modules) ?? []);
  let newest: { file: string; version: string } | undefined;
  for (const folder of new Set(measured)) {
    const file = posix.join(folder, 'go.mod');
    const version = /^go\s+(\d[\w.]*)/m.exec((await readIfThere(root, file)) ?? '')?.[1] ?? '0';
    const order = newest?.version.localeCompare(version, 'en', { numeric: true }) ?? -1;
    if (order < 0) newest = { file, version };
  }
  return newest?.file ?? files[0];
}

/** The versions that a workflow names. It may have been written on another machine. */
export function findVersions(workflow: string): ToolVersions {
  const find = (language: Language): ToolVersions => {
    const named = `(${language}-version[^}\\n]*?) \\}$`;
    const step = new RegExp(`uses: actions/setup-${language}@.*\\n +with: \\{ ${named}`, 'm');
    const [, input] = step.exec(workflow) ?? [];
    return input === undefined ? {} : { [language]: input };
  };
  return { ...find('node'), ...find('python'), ...find('go') };
}
