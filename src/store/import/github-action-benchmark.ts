import { readSubject, shortenCommit } from '../../contract/commit.ts';
import {
  asList,
  asMap,
  asText,
  type HistoryFormat,
  type ImportedBuild,
  type LeaveOut,
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
  read(text, file, leaveOut) {
    const { entries } = readData(text, file);
    const builds = Object.entries(asMap(entries)).flatMap(([name, list]) =>
      asList(list).flatMap((one) => readBuild(name, asMap(one), leaveOut)),
    );
    if (builds.length === 0) throw refuseFile(file, 'there are no builds in it', expected);
    return builds;
  },
  findAddress: (text, file) => asText(readData(text, file)['repoUrl']),
};

function readData(text: string, file: string): Record<string, unknown> {
  return asMap(readJson(text.replace(prefix, '').replace(/;\s*$/, ''), file));
}

function readBuild(
  name: string,
  entry: Record<string, unknown>,
  leaveOut: LeaveOut,
): ImportedBuild[] {
  const told = asMap(entry['commit']);
  const commit = readCommit(told['id']);
  const by = asMap(told['author']);
  const atMs = readTime(entry['date']);
  if (commit === undefined || atMs === undefined) {
    leaveOut(`an entry of ${name}: it has no commit, or no date`);
    return [];
  }
  const tool = asText(entry['tool']) ?? '';
  const benches = asList(entry['benches']).map((one) => {
    const { name: bench, value, unit } = asMap(one);
    return { name: bench, value: readValue(value), unit: readUnitOf(readFirstUnit(unit)) };
  });
  const [higher, lower] = [true, false].map((isHigher) =>
    benches.filter(({ unit }) => (unit.endsWith('/s') || tool.includes('Bigger')) === isHigher),
  );
  const formats = [
    ['customBiggerIsBetter', higher],
    ['customSmallerIsBetter', lower],
  ] as const;
  // Each on its own: a number that cannot be read must not take the others with it.
  const parts = formats.flatMap(([format, ones = []]) =>
    ones.map((one) => ({
      ...{ name: asText(one.name) ?? 'unnamed', text: JSON.stringify([one]) },
      ...{ format, annotations: {}, repeat: 0 },
    })),
  );
  return [
    {
      id: `${name}-${atMs}-${shortenCommit(commit)}`,
      ...{ commit, atMs, test: name, parts },
      author: asText(by['username']) ?? asText(by['name']),
      subject: readSubject(asText(told['message'])),
    },
  ];
}

/** The value of a user's script may be a text: `"value": "43.0"`. */
function readValue(value: unknown): unknown {
  const isNumber = typeof value === 'string' && /^\s*\d+(\.\d+)?(e[+-]?\d+)?\s*$/i.test(value);
  return isNumber ? Number(value) : value;
}

/** For Go it was once all text after the value: `ns/op\t 16 B/op\t 1 allocs/op`. */
function readFirstUnit(unit: unknown): string {
  return (asText(unit) ?? '').split('\t', 1)[0] ?? '';
}
