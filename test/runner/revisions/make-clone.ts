import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { originOf, type Remote } from '../../../src/runner/revisions/fetch.ts';
import { openRepository } from '../../../src/runner/revisions/repository.ts';
import {
  cleanEnvironment,
  copyRepository,
  makeFolder,
  type TestRepository,
} from '../stage/make-repository.ts';

/** A repository of a host, as it is after a pull request was opened. */
export interface Host {
  origin: TestRepository;
  /** Full ids by the name they were given. */
  commits: Record<string, string>;
}

/**
 * Some commits of main, a change of two commits on `faster` that left main at `left`, further commits on
 * main up to `tip`, and what a host makes of them: refs/pull/7/head and refs/pull/7/merge.
 */
export function makeHost(commitsBefore = 3, commitsSince = 3): Host {
  const { repository: origin, made: commits } = copyRepository(
    `host ${commitsBefore} ${commitsSince}`,
    (empty) => fillHost(empty, commitsBefore, commitsSince),
  );
  return { origin, commits: { ...commits } };
}

function fillHost(
  origin: TestRepository,
  commitsBefore: number,
  commitsSince: number,
): Record<string, string> {
  origin.git('init', '--quiet', '--initial-branch=main');
  origin.write('work.mjs', '');
  origin.commit('first');
  // As hosts are set up: any commit may be asked for by its id.
  origin.git('config', 'uploadpack.allowAnySHA1InWant', 'true');
  for (let index = 0; index < commitsBefore; index += 1) origin.commit(`main ${index}`);
  const left = origin.git('rev-parse', 'HEAD');
  origin.git('switch', '--quiet', '--create', 'faster');
  origin.write('faster.mjs', '1');
  const first = origin.commit('faster 1');
  origin.write('faster.mjs', '2');
  const head = origin.commit('faster 2');
  origin.git('switch', '--quiet', 'main');
  for (let index = 0; index < commitsSince; index += 1) origin.commit(`main since ${index}`);
  const tip = origin.git('rev-parse', 'HEAD');
  return { left, first, head, tip, merge: mergeForPull({ origin }, head) };
}

/** What the host does when a pull request is pushed to; returns the merge commit. */
export function mergeForPull({ origin }: Pick<Host, 'origin'>, head: string): string {
  origin.git('switch', '--quiet', '--detach', 'main');
  origin.git('merge', '--quiet', '--no-ff', '-m', 'test merge', head);
  const merge = origin.git('rev-parse', 'HEAD');
  origin.git('update-ref', 'refs/pull/7/merge', merge);
  origin.git('update-ref', 'refs/pull/7/head', head);
  origin.git('switch', '--quiet', 'main');
  return merge;
}

export interface Checkout {
  root: string;
  git(...args: string[]): string;
  remote: Remote;
  /** What was said while fetching. */
  said: string[];
}

/** A checkout as CI makes it: an empty repository, one fetch of one commit, nothing else. */
export async function checkOut(
  origin: string,
  reference: string,
  fetchOptions: readonly string[] = ['--depth=1'],
): Promise<Checkout> {
  const root = join(makeFolder(), 'checkout');
  const run = (cwd: string, ...args: string[]): string =>
    execFileSync('git', args, { cwd, env: cleanEnvironment, encoding: 'utf8' }).trim();
  run('/', 'init', '--quiet', '--initial-branch=main', root);
  const git = (...args: string[]): string => run(root, ...args);
  git('remote', 'add', 'origin', `file://${origin}`);
  git('fetch', '--quiet', '--no-tags', ...fetchOptions, 'origin', `+${reference}`);
  git('checkout', '--quiet', '--detach', 'FETCH_HEAD');
  const said: string[] = [];
  const repository = await openRepository(root, cleanEnvironment);
  const say = (sentence: string): void => {
    said.push(sentence);
  };
  return { root, git, said, remote: { ...originOf(repository, say), waitsMs: [] } };
}
