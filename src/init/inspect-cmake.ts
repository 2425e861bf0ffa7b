import { posix } from 'node:path';
import {
  resultsFile,
  type InspectToolchain,
  type PassedOver,
  type StarterTest,
  type ToolchainFindings,
} from './findings.ts';
import { listPrograms } from './read-cmake.ts';
import { isThere, listFiles, readIfThere } from './repository-files.ts';

/** In the checkout of each side. */
const buildFolder = 'build-perigee';

/** A tool by the sources of a program, and the options that make it write what Perigee reads. */
const tools: readonly { sign: RegExp; name: string; format: string; options: readonly string[] }[] =
  [
    {
      ...{ sign: /benchmark\/benchmark\.h/, name: 'Google Benchmark', format: 'google-benchmark' },
      options: [
        ...[`--benchmark_out=${resultsFile}`, '--benchmark_out_format=json'],
        '--benchmark_min_time=0.1',
      ],
    },
    {
      ...{ sign: /catch2?[/_.][\s\S]*\bBENCHMARK(_ADVANCED)?\s*\(/i, name: 'Catch2' },
      ...{ format: 'catch2', options: ['[!benchmark]', '-r', 'xml', '-o', resultsFile] },
    },
    {
      sign: /nanobench\.h[\s\S]*templates::json/,
      name: 'nanobench',
      format: 'nanobench',
      options: [],
    },
  ];

/** The programs of a build of CMake that are benchmarks; undefined without one. */
export const inspectCmake: InspectToolchain = async (directory) => {
  if (!(await isThere(directory, 'CMakeLists.txt'))) return undefined;
  const findings: ToolchainFindings = { setup: [], benchmarks: [], passedOver: [] };
  const targets: string[] = [];
  const options = new Set<string>();
  for (const file of await listFiles(directory, /^CMakeLists\.txt$/)) {
    const text = withoutComments((await readIfThere(directory, file)) ?? '');
    // Benchmarks are often left out of a build unless it is asked for them.
    for (const [, option = ''] of text.matchAll(/\boption\s*\(\s*(\w*BENCH\w*)\s[^)]*\bOFF\s*\)/gi))
      options.add(`-D${option}=ON`);
  }
  for (const { folder, sources, target } of await listPrograms(directory)) {
    const found = await inspectProgram(directory, folder, target, sources);
    if (found === undefined) continue;
    if ('why' in found) findings.passedOver.push(found);
    else {
      findings.benchmarks.push(found);
      targets.push(target);
    }
  }
  if (findings.benchmarks.length === 0 && findings.passedOver.length === 0) {
    const why =
      'no program with Google Benchmark, Catch2 or nanobench was found in it: build in setup; the test is a program that does a fixed amount of work';
    findings.passedOver.push({ what: 'CMakeLists.txt', why });
  }
  const configure = ['-S', '.', '-B', buildFolder, '-DCMAKE_BUILD_TYPE=Release'];
  findings.setup = [
    {
      command: ['cmake', ...configure, ...options],
      because: 'an optimised build of each side',
    },
    {
      command: ['cmake', '--build', buildFolder, '--parallel', '--target', ...targets],
      because: 'compiles once, before anything is measured',
    },
  ];
  return findings;
};

function withoutComments(text: string): string {
  return text.replaceAll(/#.*$/gm, '');
}

async function inspectProgram(
  directory: string,
  folder: string,
  target: string,
  sources: readonly string[],
): Promise<StarterTest | PassedOver | undefined> {
  let text = '';
  for (const source of sources.filter((one) => /^[\w./-]+\.(cc|cpp|cxx|c)$/.test(one)))
    text += (await readIfThere(directory, posix.join(folder, source))) ?? '';
  const tool = tools.find(({ sign }) => sign.test(text));
  if (tool === undefined) {
    return /nanobench\.h/.test(text)
      ? {
          what: target,
          why: 'nanobench prints JSON only where the program asks for it: render(templates::json(), std::cout)',
        }
      : undefined;
  }
  return {
    name: target,
    command: [posix.join(buildFolder, folder, target), ...tool.options],
    because: `the program ${target}; Perigee judges the numbers of ${tool.name}`,
    results: {
      ...(tool.options.includes(resultsFile) || tool.format === 'google-benchmark'
        ? { file: resultsFile }
        : {}),
      format: tool.format,
    },
    isTimed: true,
  };
}
