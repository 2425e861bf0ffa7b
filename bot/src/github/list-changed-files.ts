import type { Repository } from '../subject.ts';
import type { GithubApi } from './api.ts';
import { AnswerTooLarge } from '../../../src/transport/platform-errors.ts';

/** GitHub lists no more, and does not say that there are more. */
const mostFiles = 3000;

/** Paths, before and after where one was moved; undefined when there are too many to tell. */
export async function listChangedFiles(
  api: GithubApi,
  repository: Repository,
  number: number,
): Promise<string[] | undefined> {
  const question = {
    repository,
    what: `the files of pull request ${number}`,
    route: 'GET /repos/{owner}/{repo}/pulls/{pull_number}/files',
    parameters: { pull_number: number },
  };
  const pages = { mostPages: mostFiles / 100, isCut: true };
  // With each file comes what changed in it.
  const files = await api.readPages(question, pages, parseFile).catch((error: unknown) => {
    if (error instanceof AnswerTooLarge) return undefined;
    throw error;
  });
  return files === undefined || files.length >= mostFiles ? undefined : [...new Set(files.flat())];
}

function parseFile(_file: unknown, raw: unknown): string[] {
  return [readName(raw, 'filename'), readName(raw, 'previous_filename')].flat();
}

/** Any text: git allows line breaks and worse in names, and a change with such a file is judged all the same. */
function readName(raw: unknown, key: string): string[] {
  const name: unknown = typeof raw === 'object' && raw !== null ? Reflect.get(raw, key) : undefined;
  return typeof name === 'string' ? [name] : [];
}
