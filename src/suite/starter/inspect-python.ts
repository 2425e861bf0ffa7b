import { join } from 'node:path';
import { hasFile, readIfThere } from './repository-files.ts';
import type { StarterCommand, ToolchainFindings } from './findings.ts';

const python = '.venv/bin/python';
const benchmarkFolders = ['benchmarks', 'benchmark', 'bench', 'tests/benchmarks'];

/** What a Python project offers; undefined when the repository is none. */
export async function inspectPython(directory: string): Promise<ToolchainFindings | undefined> {
  const project = await readIfThere(directory, 'pyproject.toml');
  const requirements = await readIfThere(directory, 'requirements.txt');
  const described = project ?? requirements;
  if (described === undefined) return undefined;
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
  if (!usesPytest) return { ...(name && { name }), setup, benchmarks: [], tests: [] };
  setup.push({
    command: [python, '-m', 'pip', 'install', '--quiet', 'pytest'],
    because: 'the test runner',
  });
  const run = (...more: string[]): string[] => [python, '-m', 'pytest', '-q', ...more];
  for (const folder of benchmarkFolders) {
    if (!(await hasFile(join(directory, folder), /\.py$/))) continue;
    const benchmark = { name: folder, command: run(folder), because: `pytest over ${folder}/` };
    return { ...(name && { name }), setup, benchmarks: [benchmark], tests: [] };
  }
  const tests = [{ name: 'pytest', command: run(), because: 'the tests of the project' }];
  return { ...(name && { name }), setup, benchmarks: [], tests };
}
