import {
  asList,
  asMap,
  asText,
  type HistoryFormat,
  type ImportedBuild,
  type ImportedPart,
  readCommit,
  readJson,
  readTime,
  readUnitOf,
  refuseFile,
} from './imported-build.ts';

const prefix = /^\s*window\.BENCHMARK_DATA\s*=/;
const expected =
  'the data.js of github-action-benchmark, which begins with window.BENCHMARK_DATA =';

/** The file dev/bench/data.js of a branch gh-pages: a list of builds for each name of a benchmark. */
export const githubActionBenchmark: HistoryFormat = {
  name: 'github-action-benchmark',
  read(text, file) {
    const json = text.replace(prefix, '').replace(/;\s*$/, '');
    const { entries } = asMap(readJson(json, file));
    const builds = Object.entries(asMap(entries)).flatMap(([name, list]) =>
      asList(list).flatMap((one) => readBuild(name, asMap(one))),
    );
    if (builds.length === 0) throw refuseFile(file, 'there are no builds in it', expected);
    return builds;
  },
};

function readBuild(name: string, entry: Record<string, unknown>): ImportedBuild[] {
  const commit = readCommit(asMap(entry['commit'])['id']);
  const atMs = readTime(entry['date']);
  if (commit === undefined || atMs === undefined) return [];
  const tool = asText(entry['tool']) ?? '';
  const benches = asList(entry['benches']).map((one) => {
    const { name: bench, value, unit } = asMap(one);
    return { name: bench, value, unit: readUnitOf(asText(unit) ?? '') };
  });
  const [higher, lower] = [true, false].map((isHigher) =>
    benches.filter(({ unit }) => (unit.endsWith('/s') || tool.includes('Bigger')) === isHigher),
  );
  const parts = [
    writePart('customBiggerIsBetter', higher ?? []),
    writePart('customSmallerIsBetter', lower ?? []),
  ].flat();
  return [{ id: `${name}-${atMs}-${commit.slice(0, 12)}`, commit, atMs, test: name, parts }];
}

function writePart(format: string, benches: readonly unknown[]): ImportedPart[] {
  if (benches.length === 0) return [];
  return [{ text: JSON.stringify(benches), format, annotations: {}, repeat: 0 }];
}
