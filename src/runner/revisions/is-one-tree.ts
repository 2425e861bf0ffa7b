import type { Revision } from '../../contract/documents.ts';
import { readConstant, type Repository } from './repository.ts';

/** Both sides hold the same files, where the caller wants a change. */
export class NothingChanged extends Error {
  override readonly name = 'NothingChanged';
  readonly before: Revision;

  constructor(before: Revision) {
    super(`no file differs from ${before.label}`);
    this.before = before;
  }
}

/** Whether two commits hold the same files: then nothing but the machine differs between their runs. */
export async function isOneTree(
  repository: Repository,
  { before, after }: Record<'before' | 'after', { commit: string }>,
): Promise<boolean> {
  if (before.commit === after.commit) return true;
  const trees = [before, after].map(({ commit }) => `${commit}^{tree}`);
  const [one, other] = (await readConstant(repository, ['rev-parse', ...trees])).trim().split('\n');
  return one === other;
}
