import { expect, test } from 'vitest';
import { findBuilds } from '../../../bot/src/runs/find-builds.ts';
import type { Change } from '../../../bot/src/change/read-change.ts';
import type { Subject } from '../../../bot/src/subject.ts';
import type { BuildkiteBuild } from '../../../src/transport/buildkite/builds.ts';
import { makeBuild, startMs } from './make-build.ts';

const repository = { installation: 1, owner: 'acme', name: 'sync', id: 7 };
const head = 'c'.repeat(40);

const pull: Change = {
  subject: { kind: 'pull-request', repository, number: 8 },
  ...{ kind: 'pull-request', head, targetBranch: 'main', headBranch: 'change-1' },
  ...{ isOpen: true, fork: false, event: 'pull_request' },
};
const fork: Change = { ...pull, fork: true };

function changeOf(subject: Subject, event: Change['event'], headBranch?: string): Change {
  const branch = headBranch === undefined ? {} : { headBranch };
  return {
    ...{ subject, kind: subject.kind, head, targetBranch: 'main', event },
    ...{ isOpen: true, fork: false, ...branch },
  };
}

const group = changeOf(
  { kind: 'merge-group', repository, head, base: 'b'.repeat(40), branch: 'main' },
  'merge_group',
);
const push = changeOf({ kind: 'push', repository, commit: head }, 'push', 'main');
const queue = 'gh-readonly-queue/main/pr-8-abc';

const rows: [what: string, change: Change, build: Partial<BuildkiteBuild>, counts: boolean][] = [
  ['its own build', pull, { pullRequest: 8 }, true],
  ['the build of its branch before it was opened', pull, {}, true],
  ['the build of another pull request from its branch', pull, { pullRequest: 9 }, true],
  ['another branch', pull, { branch: 'main' }, false],
  ['another commit', pull, { pullRequest: 8, commit: 'd'.repeat(40) }, false],
  ['a nightly build', pull, { source: 'schedule' }, false],
  ['what somebody began by hand', pull, { source: 'ui' }, true],
  ['its build of a fork', fork, { pullRequest: 8, branch: 'mallory:change-1' }, true],
  ['a branch of ours that is called as the one of the fork', fork, {}, false],
  ['another pull request of a fork', fork, { pullRequest: 9 }, false],
  ['the branch of its queue', group, { branch: queue }, true],
  ['the queue of another branch', group, { branch: 'gh-readonly-queue/next/pr-8-abc' }, false],
  ['a branch that is called main', group, { branch: 'main' }, false],
  ['the branch that was pushed', push, { branch: 'main' }, true],
  ['a pull request from that branch', push, { branch: 'main', pullRequest: 3 }, false],
  ['another branch', push, { branch: 'change-1' }, false],
  ['a nightly build', push, { branch: 'main', source: 'schedule' }, false],
];

test.each(rows.map(([what, change, ...row]) => [change.kind, what, change, ...row] as const))(
  'for a %s: %s',
  (_, __, change, changes, counts) => {
    expect(findBuilds([makeBuild(changes)], change)).toHaveLength(counts ? 1 : 0);
  },
);

test('a build whose branch is not known is that of its own pull request alone', () => {
  const { branch: _, ...build } = makeBuild();
  expect(findBuilds([build], pull)).toEqual([]);
  expect(findBuilds([{ ...build, pullRequest: 8 }], pull)).toHaveLength(1);
});

test('the oldest is first, by number where they began at one moment, and none is left out', () => {
  const builds = Array.from({ length: 130 }, (_, index) =>
    makeBuild({ number: index + 1, createdAtMs: startMs + Math.floor(index / 2) }),
  );
  const numbers = findBuilds(builds.toReversed(), pull).map(({ number }) => number);
  expect(numbers).toEqual(Array.from({ length: 130 }, (_, index) => index + 1));
});
