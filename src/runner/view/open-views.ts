import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { countBuilds } from '../../contract/builds.ts';
import type { Problem, Side } from '../../contract/documents.ts';
import { listTracked } from '../revisions/list-tracked.ts';
import { environmentOf, type RunUnderWay } from '../run-under-way.ts';
import type { Worktrees } from '../worktrees/add-worktrees.ts';
import { provideSdk } from '../worktrees/provide-sdk.ts';
import { openSideViews, type SideViews } from './side-views.ts';

const noSamePath: Problem = {
  code: 'no-same-path',
  message:
    'samePath in perigee.yml has no effect: this host shows no side at the path of the checkout; perigee doctor says what it needs',
};

/** @returns undefined where this host shows no side in the place of the user's checkout */
export async function openViews(
  run: RunUnderWay,
  { after, before }: Worktrees,
): Promise<SideViews | undefined> {
  const { record, repository, request, stateDirectory } = run;
  const { views } = request.ports;
  if (views === undefined) {
    if (request.suite.samePath === true) record.problems.push(noSamePath);
    return undefined;
  }
  // It breaks programs with other rights, so it has to be asked for.
  if (views.rights === 'user' && request.suite.samePath !== true) return undefined;
  const builds = Array.from({ length: countBuilds(record.plan) }, (_, build) => build);
  const environments = [undefined, ...request.tests].flatMap((test) =>
    builds.map((build) => environmentOf(run, build, test)),
  );
  const checkouts = [...new Set([...before, ...after])].filter((path) => existsSync(path));
  return openSideViews({
    ...{ repository, stateDirectory, checkouts, environments, views },
    hasServices: request.suite.services.length > 0,
  });
}

const loadsPackages = /\.[cm]?[jt]sx?$/;

/**
 * Lets `import 'perigee'` find the SDK from the root of the repository, where Node looks in no folder of Perigee's: a side
 * that holds a file which could load it gets a link, unless it is installed there.
 */
export async function provideSdkInside(
  { record, repository, request }: Pick<RunUnderWay, 'record' | 'repository' | 'request'>,
  { root }: SideViews,
  side: Side,
  checkout: string,
): Promise<void> {
  // Of the user's packages a side sees those that are not its own, as a whole.
  const packages = [checkout, root].map((one) => join(one, 'node_modules')).find(existsSync);
  if (packages !== undefined && existsSync(join(packages, 'perigee'))) return;
  const names = await listTracked(repository, record[side].commit);
  if ([...names].some((name) => loadsPackages.test(name))) await provideSdk(checkout, request.home);
}
