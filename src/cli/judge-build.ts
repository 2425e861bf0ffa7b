import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { shortenCommit } from '../contract/commit.ts';
import type { RunRecord } from '../contract/documents.ts';
import { isAlone } from '../contract/sides.ts';
import { exitCode, UserError } from '../contract/user-error.ts';
import type { Judged } from '../pipeline/judge-records.ts';
import { readRecords } from '../runner/journal/read-records.ts';
import { findCommit } from '../runner/revisions/find-commit.ts';
import { openRepository } from '../runner/revisions/repository.ts';
import { loadSuite } from '../suite/load-suite.ts';
import { createJudge, isOfWorkingTree, readBase } from './judge-record.ts';
import { runFiles, runsFolder } from './run-folder.ts';
import { findSuiteFile, leavesOut } from './workplace.ts';

/**
 * Merges the records of a build and judges them by the thresholds of this repository.
 * @param named ids of runs, record files, or folders that hold some
 * @returns undefined when it is about one whole run, whose own verdict can be shown again
 * @throws UserError when a name holds no record, when no record is left to judge, and when the commit whose thresholds
 *   count is not here
 */
export async function judgeBuild(
  root: string,
  named: readonly string[],
  config: string | undefined,
): Promise<Judged | undefined> {
  const records = await readBuild(root, named);
  if (records === undefined) return undefined;
  const { judged } = await judgeAgain(root, records, config, true);
  if (judged.orphans === 0 || judged.exitCode === exitCode.regressed) return judged;
  return { ...judged, exitCode: exitCode.wrongUsage };
}

/**
 * The records of a run or a build by the thresholds as they stand now.
 * @param isOfCommits judges commits by the thresholds before them
 */
export async function judgeAgain(
  root: string,
  records: readonly RunRecord[],
  config: string | undefined,
  isOfCommits = false,
): Promise<{ judged: Judged; isSelection: boolean }> {
  const suite = await loadSuite(findSuiteFile(root, config));
  const [commit] = records.map(({ before }) => before.commit);
  const base = commit === undefined ? undefined : await readBase({ root, suite }, commit);
  const isOwn = records.every(({ id }) => existsSync(join(runsFolder(root), id)));
  const isChange = isOfCommits && !records.some((one) => isAlone(one.plan) || isOfWorkingTree(one));
  if (isChange && base === undefined && commit !== undefined) await requireCommit(root, commit);
  const judge = await createJudge({ root, suite }, base, { isOfCommits: isChange, isOwn });
  const planned = new Set(records.flatMap(({ tests }) => tests.map(({ name }) => name)));
  return { judged: judge.build(records), isSelection: leavesOut(suite, planned) };
}

/** By the file of the change it could set its own thresholds, as in a clone without history. */
async function requireCommit(root: string, commit: string): Promise<void> {
  if ((await findCommit(await openRepository(root, process.env), commit)) !== undefined) return;
  const short = shortenCommit(commit);
  throw new UserError({
    where: root,
    seen: `commit ${short} is not here, and its perigee.yml says what is allowed`,
    expected: 'a clone with the commit that the change is compared with',
    remedy: `fetch it (\`git fetch origin ${commit}\`), or judge by the file that is here: \`perigee judge\``,
    exitCode: exitCode.couldNotMeasure,
  });
}

async function readBuild(
  root: string,
  named: readonly string[],
): Promise<readonly RunRecord[] | undefined> {
  const paths = named.map((name) => findFolder(root, name) ?? resolve(name));
  const [path = '', ...others] = paths;
  if (others.length > 0) return readRecords(paths);
  const [name = ''] = named;
  if (name === '' || findFolder(root, name) !== undefined || !existsSync(path)) return undefined;
  const isJudged = existsSync(join(path, runFiles.verdict));
  if (isJudged && !existsSync(join(path, runFiles.record))) return undefined;
  const records = await readRecords(paths);
  // The verdict beside a shard is of that shard alone; where its folder came from, the others may be missing.
  return isJudged && records.every(({ shard }) => shard.total === 1) ? undefined : records;
}

/** The folder of a run by its id. */
export function findFolder(root: string, id: string): string | undefined {
  const folder = join(runsFolder(root), id);
  return /^\w[\w.-]*$/.test(id) && existsSync(folder) ? folder : undefined;
}
