import { resultsFile, type InspectToolchain } from './findings.ts';
import { listFiles, readIfThere } from './repository-files.ts';

const artifacts = 'perigee-artifacts';

/** The projects with BenchmarkDotNet; undefined in a repository without projects of .NET. */
export const inspectDotnet: InspectToolchain = async (directory) => {
  const projects = await listFiles(directory, /\.(cs|fs)proj$/);
  if (projects.length === 0) return undefined;
  const found: string[] = [];
  for (const project of projects) {
    const text = (await readIfThere(directory, project)) ?? '';
    if (/Include="BenchmarkDotNet"/i.test(text) && /^[\w./-]+$/.test(project)) found.push(project);
  }
  if (found.length === 0) {
    const why =
      'no project with BenchmarkDotNet was found: publish in setup; the test is a program that does a fixed amount of work';
    return { setup: [], benchmarks: [], passedOver: [{ what: 'a .NET build', why }] };
  }
  return {
    setup: found.map((project) => ({
      command: ['dotnet', 'build', '-c', 'Release', project],
      because: 'compiles once, before anything is measured',
    })),
    benchmarks: found.map((project) => ({
      name: project,
      command: ['sh', '-c', writeScript(project)],
      because:
        'all benchmarks of the project, in short jobs; Perigee judges the numbers of BenchmarkDotNet',
      results: { file: resultsFile, format: 'benchmarkdotnet' },
      isTimed: true as const,
    })),
    passedOver: [],
  };
};

/** BenchmarkDotNet names its file after the time, so a shell copies it to where Perigee looks. */
function writeScript(project: string): string {
  const run = `dotnet run -c Release --no-build --project ${project} --`;
  const options = "--filter '*' --join --job short --exporters briefjson --artifacts";
  return [
    `rm -rf ${artifacts}`,
    `${run} ${options} ${artifacts}`,
    `cp ${artifacts}/results/*-report-brief.json ${resultsFile}`,
  ].join(' && ');
}
