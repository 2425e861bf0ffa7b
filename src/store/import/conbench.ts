import { readSubject, shortenCommit } from '../../contract/commit.ts';
import type { Annotations } from '../../contract/documents.ts';
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

const expected = 'results of /api/benchmark-results/ of Conbench, or what its adapters post';

/** Results of Conbench: each is one benchmark of one run, with its tags. */
export const conbench: HistoryFormat = {
  name: 'conbench',
  read(text, file, leaveOut) {
    const json = readJson(text, file);
    const list = Array.isArray(json) ? (json as unknown[]) : asList(asMap(json)['data']);
    const runs = new Map<string, ImportedBuild>();
    for (const one of list.length > 0 ? list : [json]) enterResult(runs, asMap(one), leaveOut);
    if (runs.size === 0) {
      throw refuseFile(file, 'no result in it has a run, a commit and data', expected);
    }
    return [...runs.values()];
  },
};

function enterResult(
  runs: Map<string, ImportedBuild>,
  result: Record<string, unknown>,
  leaveOut: LeaveOut,
): void {
  const { name, ...tags } = asMap(result['tags']);
  const { sha, branch, author_name: author, message } = asMap(result['commit']);
  const commit = readCommit(sha ?? asMap(result['github'])['commit'] ?? result['commit_hash']);
  const atMs = readTime(result['timestamp']);
  const run = asText(result['run_id']);
  const { data, unit } = asMap(result['stats']);
  const values = asList(data).filter((value) => typeof value === 'number');
  if (commit === undefined || atMs === undefined || run === undefined || values.length === 0) {
    const which = [asText(result['id']), asText(name)].filter((one) => one !== undefined).join(' ');
    const lacks = values.length === 0 ? 'values: it failed' : 'commit, run or time';
    leaveOut(`result ${which}: it has no ${lacks}`);
    return;
  }
  const id = `${run}-${shortenCommit(commit)}`;
  const known = runs.get(id);
  const where = asText(branch);
  const build = known ?? {
    ...{ id, commit, atMs, test: 'conbench', parts: [] },
    branch: where,
    author: asText(author),
    subject: readSubject(asText(message)),
  };
  runs.set(id, build);
  const plain = readUnitOf(asText(unit) ?? '');
  const format = plain.endsWith('/s') ? 'customBiggerIsBetter' : 'customSmallerIsBetter';
  // The tool's repeats are one value here too.
  const value = values.reduce((sum, one) => sum + one / values.length, 0);
  build.parts.push({
    text: JSON.stringify([{ name: asText(name) ?? 'unnamed', unit: plain, value }]),
    format,
    annotations: readTags(tags),
    repeat: 0,
  });
}

const mostTags = 16;

function readTags(tags: Record<string, unknown>): Annotations {
  return Object.fromEntries(
    Object.entries(tags)
      .filter(
        ([key, value]) =>
          /^[a-z]\w{0,60}$/i.test(key) && ['string', 'number', 'boolean'].includes(typeof value),
      )
      .slice(0, mostTags)
      .map(([key, value]) => [
        key,
        typeof value === 'string' ? value.slice(0, 256) : (value as number),
      ]),
  );
}
