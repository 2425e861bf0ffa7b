import { join } from 'node:path';
import { chooseFiles } from './choose-files.ts';
import { describeCases, hasPytest } from './describe-cases.ts';
import {
  resultsFile,
  unitTests,
  type PassedOver,
  type StarterPorts,
  type StarterTest,
  type ToolchainFindings,
} from './findings.ts';
import { setUpPython } from './python-setup.ts';
import { findToolUsed, passOver, withResults } from './fixed-time-tools.ts';
import { benchmarkFolders, hasFile, isThere, listFiles, readIfThere } from './repository-files.ts';

const python = '.venv/bin/python';
/** Run as programs, these do nothing. */
const ofPytest = /(^|\/)(test_\w*|\w*_test|conftest|__init__)\.py$/;
const pytestFolders = [...benchmarkFolders, 'tests/benchmarks'];

/** The files in which a project declares its dependencies. */
const described = ['pyproject.toml', 'requirements.txt', 'setup.cfg', 'setup.py', 'tox.ini'];
const alsoDescribed = ['requirements-dev.txt', 'pytest.ini'];

/** The commands of a Python project, and files that Python runs as benchmarks; undefined when there is neither. */
export async function inspectPython(
  directory: string,
  ports: StarterPorts,
): Promise<ToolchainFindings | undefined> {
  const texts = await Promise.all(described.map((file) => readIfThere(directory, file)));
  const [project, requirements, config, program] = texts;
  const more = await Promise.all(alsoDescribed.map((file) => readIfThere(directory, file)));
  const text = [...texts, ...more].join('\n');
  const isPackage = [project, config, program].some((one) => one !== undefined);
  const isProject = isPackage || [requirements, ...more].some((one) => one !== undefined);
  const benchmarks: StarterTest[] = [];
  const passedOver: PassedOver[] = [];
  const packages = new Set<string>();
  const isOthers = (file: string): boolean => ofPytest.test(file);
  const chosen = await chooseFiles(directory, { endings: ['py'], isOthers });
  passedOver.push(...chosen.passedOver);
  for (const file of chosen.files) {
    const tool = await findToolUsed(directory, file);
    const test = runFile(isProject ? python : 'python3', file);
    const read = tool === undefined ? test : withResults(test, tool);
    if (read === undefined && tool !== undefined) passedOver.push(passOver(file, tool));
    else benchmarks.push(read ?? test);
    if (tool?.format === 'pyperf') packages.add('pyperf');
  }
  if (!isProject) {
    return benchmarks.length + passedOver.length === 0
      ? undefined
      : { setup: [], benchmarks, passedOver };
  }
  const name =
    /^\s*name\s*=\s*["']([^"'\n]+)["']/m.exec(project ?? '')?.[1] ??
    /^name\s*=\s*([\w.-]+)\s*$/m.exec(config ?? '')?.[1];
  const asv = await inspectAsv(directory);
  if (asv !== undefined) {
    packages.add('asv').add('virtualenv');
    // Its benchmarks do nothing when they are run as programs.
    const others = benchmarks.splice(0, benchmarks.length, asv);
    passedOver.push(...nameOthers(others, 'asv'));
  }
  const hasCases = await hasPytest(directory, text);
  const fixture = await findFixture(directory);
  if (fixture.length > 0) {
    packages.add('pytest').add('pytest-benchmark');
    // Some projects take the fixture from this one, and replace it by nothing where it is missing.
    if (await usesCodspeed(directory, text)) packages.add('pytest-codspeed');
    benchmarks.push(runFixture(fixture));
  } else if (text.includes('pytest') || (await hasFile(directory, /^test_.*\.py$/))) {
    const folder = await findPytestFolder(directory, text);
    if (folder === undefined) {
      if (benchmarks.length === 0 && !hasCases) passedOver.push({ what: 'pytest', why: unitTests });
    } else if (asv === undefined) {
      packages.add('pytest');
      const others = benchmarks.splice(0, benchmarks.length, runFolder(folder));
      passedOver.push(...nameOthers(others, `pytest over ${folder}/`));
    }
  }
  if (benchmarks.length === 0 && hasCases) packages.add('pytest');
  const setup = await setUpPython(directory, packages, ports);
  return {
    ...(name && { name }),
    ...{ setup, benchmarks, passedOver },
    ...(hasCases && { cases: await describeCases(directory, 'pytest') }),
  };
}

function nameOthers(others: readonly StarterTest[], first: string): PassedOver[] {
  const why = `${first} comes first: if it is a benchmark of its own, add a test that runs it`;
  return others.map(({ name: what }) => ({ what, why }));
}

async function usesCodspeed(directory: string, described: string): Promise<boolean> {
  const files = await listFiles(directory, /^conftest\.py$/);
  const texts = await Promise.all(files.map((file) => readIfThere(directory, file)));
  return [described, ...texts].some((text) => /pytest[-_]codspeed/.test(text ?? ''));
}

/** Test files that take the fixture `benchmark` of pytest-benchmark. */
async function findFixture(directory: string): Promise<string[]> {
  const found: string[] = [];
  for (const file of await listFiles(directory, /\.py$/)) {
    const text = (await readIfThere(directory, file)) ?? '';
    if (/^\s*(?:async )?def test_\w*\([^)]*\bbenchmark\b/m.test(text)) found.push(file);
  }
  return found;
}

const mostFiles = 30;

/** Options of the project often ask for coverage, which slows the code, or for plugins that are not there. */
const pytest = [python, '-m', 'pytest', '-q', '-o', 'addopts='];

function runFixture(files: readonly string[]): StarterTest {
  const options = ['--benchmark-only', '--benchmark-max-time=0.1', '--benchmark-min-rounds=3'];
  const output = `--benchmark-json=${resultsFile}`;
  return {
    name: 'pytest-benchmark',
    command: [...pytest, ...options, output, ...files.slice(0, mostFiles)],
    because: `the tests with the fixture benchmark; Perigee judges the numbers of pytest-benchmark${files.length > mostFiles ? `; the first ${mostFiles} of ${files.length} files` : ''}`,
    results: { file: resultsFile, format: 'pytest-benchmark' },
    isTimed: true,
  };
}

/** asv names its file after machine and commit, so a shell copies it to where Perigee looks. */
async function inspectAsv(directory: string): Promise<StarterTest | undefined> {
  if (!(await isThere(directory, 'asv.conf.json'))) return undefined;
  const script = [
    'export PATH="$PWD/.venv/bin:$PATH" HOME="$PWD/.venv"',
    'asv machine --yes >/dev/null',
    'rm -rf .asv/results .venv/results',
    'asv run --quick --python=same --set-commit-hash "$(git rev-parse HEAD)"',
    `cp $(find . -path "*results/*/*.json" -not -name machine.json -newer .venv/pyvenv.cfg | head -1) ${resultsFile}`,
  ];
  return {
    name: 'asv',
    command: ['sh', '-c', script.join(' && ')],
    because: 'the benchmarks of asv.conf.json, once each; Perigee judges the numbers of asv',
    results: { file: resultsFile, format: 'asv' },
    isTimed: true,
  };
}

function runFolder(folder: string): StarterTest {
  return {
    name: folder,
    command: [...pytest, folder],
    because: `pytest over ${folder}/; it includes the start of pytest, so let the tests work for seconds`,
  };
}

function runFile(interpreter: string, file: string): StarterTest {
  return { name: file, command: [interpreter, file], because: `the file ${file}` };
}

/** The first folder of benchmarks that pytest finds something in: it takes test_*.py unless told otherwise. */
async function findPytestFolder(directory: string, described: string): Promise<string | undefined> {
  const collected = described.includes('python_files') ? /\.py$/ : /^test_.*\.py$|_test\.py$/;
  for (const folder of pytestFolders) {
    if (await hasFile(join(directory, folder), collected)) return folder;
  }
  return undefined;
}
