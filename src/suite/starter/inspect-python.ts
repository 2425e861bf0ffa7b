import { join } from 'node:path';
import { hasFile, listBenchmarkFiles, readIfThere } from './repository-files.ts';
import type { StarterCommand, StarterTest, ToolchainFindings } from './findings.ts';

const python = '.venv/bin/python';
const benchmarkFolders = ['benchmarks', 'benchmark', 'bench', 'tests/benchmarks'];

/** What a Python project offers, and files that Python runs as benchmarks; undefined when there is neither. */
export async function inspectPython(directory: string): Promise<ToolchainFindings | undefined> {
  const project = await readIfThere(directory, 'pyproject.toml');
  const requirements = await readIfThere(directory, 'requirements.txt');
  const described = project ?? requirements;
  const files = await listBenchmarkFiles(directory, ['py']);
  if (described === undefined) {
    if (files.length === 0) return undefined;
    return { setup: [], benchmarks: files.map((file) => runFile('python3', file)), tests: [] };
  }
  const name = /^\s*name\s*=\s*["']([^"'\n]+)["']/m.exec(project ?? '')?.[1];
  const setup: StarterCommand[] = [
    {
      command: ['python3', '-m', 'venv', '.venv'],
      because: 'an environment of its own for each side',
    },
    {
      command: [
        ...[python, '-m', 'pip', 'install', '--quiet'],
        ...(project === undefined ? ['-r', 'requirements.txt'] : ['-e', '.']),
      ],
      because: 'what the project needs',
    },
  ];
  const usesPytest = described.includes('pytest') || (await hasFile(directory, /^test_.*\.py$/));
  const benchmarks = files.map((file) => runFile(python, file));
  const pytestFolder = usesPytest ? await findPytestFolder(directory, described) : undefined;
  if (!usesPytest || (pytestFolder === undefined && benchmarks.length > 0)) {
    return { ...(name && { name }), setup, benchmarks, tests: [] };
  }
  setup.push({
    command: [python, '-m', 'pip', 'install', '--quiet', 'pytest'],
    because: 'the test runner',
  });
  const run = (...more: string[]): string[] => [python, '-m', 'pytest', '-q', ...more];
  if (pytestFolder !== undefined) {
    const because = `pytest over ${pytestFolder}/`;
    const benchmark = { name: pytestFolder, command: run(pytestFolder), because };
    return { ...(name && { name }), setup, benchmarks: [benchmark], tests: [] };
  }
  const tests = [{ name: 'pytest', command: run(), because: 'the tests of the project' }];
  return { ...(name && { name }), setup, benchmarks: [], tests };
}

function runFile(interpreter: string, file: string): StarterTest {
  return { name: file, command: [interpreter, file], because: `the file ${file}` };
}

/** The first folder of benchmarks that pytest finds something in: it takes test_*.py unless told otherwise. */
async function findPytestFolder(directory: string, described: string): Promise<string | undefined> {
  const collected = described.includes('python_files') ? /\.py$/ : /^test_.*\.py$|_test\.py$/;
  for (const folder of benchmarkFolders) {
    if (await hasFile(join(directory, folder), collected)) return folder;
  }
  return undefined;
}
