import { join } from 'node:path';
import {
  unitTests,
  type PassedOver,
  type StarterCommand,
  type StarterTest,
  type ToolchainFindings,
} from './findings.ts';
import { findToolUsed, leaveOutImported, passOver } from './fixed-time-tools.ts';
import {
  benchmarkFolders,
  hasFile,
  isThere,
  listBenchmarkFiles,
  listFiles,
  readIfThere,
} from './repository-files.ts';

const python = '.venv/bin/python';
/** Run as programs, these do nothing. */
const ofPytest = /(^|\/)(test_\w*|\w*_test|conftest|__init__)\.py$/;
const pytestFolders = [...benchmarkFolders, 'tests/benchmarks'];

/** What a Python project offers, and files that Python runs as benchmarks; undefined when there is neither. */
export async function inspectPython(directory: string): Promise<ToolchainFindings | undefined> {
  const project = await readIfThere(directory, 'pyproject.toml');
  const requirements = await readIfThere(directory, 'requirements.txt');
  const described = project ?? requirements;
  const isProject = described !== undefined || (await isThere(directory, 'setup.py'));
  const benchmarks: StarterTest[] = [];
  const passedOver: PassedOver[] = [];
  const files = (await listBenchmarkFiles(directory, ['py'])).filter(
    (file) => !ofPytest.test(file),
  );
  for (const file of await leaveOutImported(directory, files)) {
    const tool = await findToolUsed(directory, file);
    if (tool === undefined) benchmarks.push(runFile(isProject ? python : 'python3', file));
    else passedOver.push(passOver(file, tool));
  }
  if (!isProject) {
    return benchmarks.length + passedOver.length === 0
      ? undefined
      : { setup: [], benchmarks, passedOver };
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
        ...(project === undefined && requirements !== undefined
          ? ['-r', 'requirements.txt']
          : ['-e', '.']),
      ],
      because: 'what the project needs',
    },
  ];
  const findings = { ...(name && { name }), setup, benchmarks, passedOver };
  const usesPytest =
    described?.includes('pytest') === true || (await hasFile(directory, /^test_.*\.py$/));
  if (!usesPytest) return findings;
  const folder = await findPytestFolder(directory, described ?? '');
  if (folder === undefined) {
    if (benchmarks.length === 0) passedOver.push({ what: 'pytest', why: unitTests });
  } else if (await usesFixture(directory, folder)) {
    passedOver.push(passOver(`${folder}/`, 'pytest-benchmark'));
  } else {
    const command = [python, '-m', 'pip', 'install', '--quiet', 'pytest'];
    setup.push({ command, because: 'the test runner' });
    const because = `pytest over ${folder}/; it includes the start of pytest, so let the tests work for seconds`;
    const run = [python, '-m', 'pytest', '-q', folder];
    findings.benchmarks = [{ name: folder, command: run, because }];
  }
  return findings;
}

/** Whether tests of a folder take the fixture `benchmark` of pytest-benchmark. */
async function usesFixture(directory: string, folder: string): Promise<boolean> {
  for (const file of await listFiles(join(directory, folder), /\.py$/)) {
    const text = (await readIfThere(directory, join(folder, file))) ?? '';
    if (/^\s*(?:async )?def test_\w*\([^)]*\bbenchmark\b/m.test(text)) return true;
  }
  return false;
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
