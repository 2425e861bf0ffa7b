import type { EntryOf } from '../../../src/transport/github/routes.ts';
import type { Fields } from '../../../src/transport/rest/fields.ts';
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
  const question = { repository, what: `the files of pull request ${number}` };
  const pages = { mostPages: mostFiles / 100, isCut: true };
  // With each file comes what changed in it.
  const files = await api
    .list(question, pages, (octokit, at) =>
      octokit.paginate.iterator(octokit.rest.pulls.listFiles, { ...at, pull_number: number }),
    )
    .then((all) => all.map(parseFile))
    .catch((error: unknown) => {
      if (error instanceof AnswerTooLarge) return undefined;
      throw error;
    });
  return files === undefined || files.length >= mostFiles ? undefined : [...new Set(files.flat())];
}

type File = EntryOf<'GET /repos/{owner}/{repo}/pulls/{pull_number}/files'>;

/** Any text: git allows line breaks and worse in names, and a change with such a file is judged all the same. */
function parseFile(file: Fields<File>): string[] {
  return [file.prose('filename'), file.prose('previous_filename')].filter((name) => name !== '');
}
