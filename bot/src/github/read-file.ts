import type { Fields } from '../../../src/transport/rest/fields.ts';
import type { Repository } from '../subject.ts';
import type { GithubApi } from './api.ts';
import { GithubRefused } from './github-side.ts';
import { unlessMissing } from './unless-missing.ts';

/**
 * The text of a file at a commit or branch. GitHub gives no content above 1 MiB in this form, so nobody can
 * make us read more.
 * @returns undefined when there is no such file, or when it is no file
 * @throws GithubRefused for a larger one
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
  const question = {
    repository,
    what: `the file ${path} at ${ref}`,
    route: 'GET /repos/{owner}/{repo}/contents/{path}',
    parameters: { path, ref },
  };
  const found = await unlessMissing(api.read(question, parseFile));
  if (found?.isTooLarge !== true) return found?.text;
  throw new GithubRefused(`the file ${path} at ${ref} is larger than 1 MiB`);
}

/** Without anything where it is no file. */
interface FoundFile {
  text?: string;
  isTooLarge?: true;
}

function parseFile(file: Fields, raw: unknown): FoundFile {
  if (file.optionalText('type') !== 'file') return {};
  return file.optionalText('encoding') === 'base64' ? { text: decode(raw) } : { isTooLarge: true };
}

function decode(raw: unknown): string {
  const content: unknown =
    typeof raw === 'object' && raw !== null ? Reflect.get(raw, 'content') : undefined;
  if (typeof content === 'string') return Buffer.from(content, 'base64').toString('utf8');
  throw new GithubRefused('GitHub gave a file without its content');
}
