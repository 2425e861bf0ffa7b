import type { DataOf } from '../../../src/transport/github/routes.ts';
import type { Fields } from '../../../src/transport/rest/fields.ts';
import type { Repository } from '../subject.ts';
import type { GithubApi } from './api.ts';
import { Refused } from '../../../src/transport/platform-errors.ts';
import { unlessMissing } from '../../../src/transport/github/unless-missing.ts';

/** As much as a perigee.yml may have. */
const mostBytes = 2 ** 22;

/**
 * The text of a file at a commit or branch. Above 1 MiB GitHub gives the content by its blob id alone, which the
 * same file has on all branches: it is asked for once, and its answer kept.
 * @returns undefined when there is no such file, or when it is no file
 * @throws Refused for a larger one
 */
export async function readFile(
  api: GithubApi,
  repository: Repository,
  path: string,
  ref: string,
): Promise<string | undefined> {
  // No file has such a name, and an address with it leads elsewhere.
  if (path.split('/').some((part) => part === '' || part === '.' || part === '..'))
    return undefined;
  const question = { repository, what: `the file ${path} at ${ref}` };
  const found = await unlessMissing(
    api
      .ask(question, ({ rest }, at) => rest.repos.getContent({ ...at, path, ref }))
      .then(parseFile),
  );
  if (found?.blob === undefined) return found?.text;
  const { id, bytes } = found.blob;
  if (bytes > mostBytes) {
    throw new Refused('ci-strange-answer', `the file ${path} at ${ref} is larger than 4 MiB`);
  }
  const blob = { repository, what: `the content of ${path} at ${ref}` };
  return decode(await api.ask(blob, ({ rest }, at) => rest.git.getBlob({ ...at, file_sha: id })));
}

/** Without anything where it is no file. */
interface FoundFile {
  text?: string;
  /** Blob of a file whose content is not included. */
  blob?: { id: string; bytes: number };
}

function parseFile(file: Fields<DataOf<'GET /repos/{owner}/{repo}/contents/{path}'>>): FoundFile {
  if (file.optionalText('type') !== 'file') return {};
  if (file.optionalText('encoding') === 'base64') return { text: decode(file) };
  return { blob: { id: file.commit('sha'), bytes: file.whole('size') } };
}

type WithContent =
  | DataOf<'GET /repos/{owner}/{repo}/contents/{path}'>
  | DataOf<'GET /repos/{owner}/{repo}/git/blobs/{file_sha}'>;

/** An empty file has an empty text: only its absence is strange. */
function decode(file: Fields<WithContent>): string {
  const content = file.optionalProse('content');
  if (content !== undefined) return Buffer.from(content, 'base64').toString('utf8');
  throw new Refused('ci-strange-answer', 'GitHub gave a file without its content');
}
