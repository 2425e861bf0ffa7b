import { shortenCommit } from '../../contract/commit.ts';
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
  refuseFile,
} from './imported-build.ts';

const expected = 'the output of `bencher report list` or `bencher report view`, with results in it';

/** One report of Bencher's API, or a list of them; each has the results of one commit. */
export const bencher: HistoryFormat = {
  name: 'bencher',
  read(text, file, leaveOut) {
    const json = readJson(text, file);
    const reports = Array.isArray(json) ? (json as unknown[]) : [json];
    const builds = reports.flatMap((one) => readReport(asMap(one), leaveOut));
    if (builds.length === 0) {
      throw refuseFile(file, 'no report in it has a commit, a time and results', expected);
    }
    return builds;
  },
};

function readReport(report: Record<string, unknown>, leaveOut: LeaveOut): ImportedBuild[] {
  const branch = asMap(report['branch']);
  const version = asMap(asMap(branch['head'])['version'] ?? branch['version']);
  const commit = readCommit(version['hash']);
  const atMs = readTime(report['start_time']);
  const results = asList(report['results']);
  if (commit === undefined || atMs === undefined || results.length === 0) {
    leaveOut(`report ${asText(report['uuid']) ?? '?'}: it has no commit, no time or no results`);
    return [];
  }
  const testbed = asText(asMap(report['testbed'])['name']);
  const named: Record<string, string> = testbed === undefined ? {} : { testbed };
  const name = asText(branch['name']);
  return [
    {
      id: asText(report['uuid']) ?? `${atMs}-${shortenCommit(commit)}`,
      ...{ commit, atMs, test: asText(asMap(report['project'])['name']) ?? 'bencher' },
      branch: name,
      parts: results.map((iteration, repeat) => ({
        text: JSON.stringify(writeMetrics(asList(iteration))),
        format: 'bencher',
        annotations: named,
        repeat,
      })),
    },
  ];
}

/** As its metric format has them: benchmark → measure → value. */
function writeMetrics(results: readonly unknown[]): unknown {
  return Object.fromEntries(
    results.map((one) => {
      const { benchmark, measures } = asMap(one);
      const values = asList(measures).map((entry) => {
        const { measure, metric } = asMap(entry);
        const { slug, name } = asMap(measure);
        return [
          asText(slug) ?? asText(name) ?? 'value',
          { value: asMap(metric)['value'] },
        ] as const;
      });
      return [asText(asMap(benchmark)['name']) ?? 'unnamed', Object.fromEntries(values)];
    }),
  );
}
