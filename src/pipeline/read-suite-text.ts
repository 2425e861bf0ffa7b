import { readFileAt } from '../runner/revisions/read-file-at.ts';
import type { Repository } from '../runner/revisions/repository.ts';
import { findShared } from '../suite/shared-thresholds.ts';

/** A perigee.yml of a commit, with the file of thresholds that it names as the same commit has it. */
export interface SuiteText {
  text: string;
  shared: string | undefined;
}

/** @returns undefined when the commit has no such file */
export async function readSuiteText(
  repository: Repository,
  commit: string,
  file: string,
): Promise<SuiteText | undefined> {
  const text = await readFileAt(repository, commit, file);
  if (text === undefined) return undefined;
  const path = findShared(text, file);
  const isInside = path !== undefined && !/^(?:\/|\.\.(?:\/|$))/.test(path);
  return { text, shared: isInside ? await readFileAt(repository, commit, path) : undefined };
}
