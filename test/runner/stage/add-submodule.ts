import { makeRepository, type TestRepository } from './make-repository.ts';

/** Adds a repository with one commit as a submodule, without a commit; returns what it was cloned from. */
export function addSubmodule(
  { git }: Pick<TestRepository, 'git'>,
  path: string,
  inner: TestRepository = makeRepository(),
): TestRepository {
  git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.root, path);
  return inner;
}
