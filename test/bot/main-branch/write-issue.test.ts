import { expect, test } from 'vitest';
import type { OwnIssue } from '../../../bot/src/github/github-side.ts';
import { writeIssue } from '../../../bot/src/main-branch/write-issue.ts';
import { renderIssue } from '../../../src/report/pull-request/render-issue.ts';
import type { MainBranchView } from '../../../src/report/pull-request/main-branch-view.ts';
import { issues } from '../../report/pull-request/fixtures/issues.ts';
import { repository } from '../reconcile/world.ts';

/** @returns whether the issue is open after each view; `close`: a person closes it */
async function tell(views: (MainBranchView | 'close')[]): Promise<(boolean | undefined)[]> {
  let issue: OwnIssue | undefined;
  const github = {
    findIssue: async () => issue && { ...issue },
    writeIssue: async (_: unknown, { body, isOpen }: { body: string; isOpen: boolean }) => {
      issue = { number: 9, body, isOpen };
      return 9;
    },
  };
  const seen: (boolean | undefined)[] = [];
  for (const view of views) {
    if (view !== 'close') {
      const marker = 'perigee culprit x of y';
      const text = renderIssue(view, { marker });
      await writeIssue(github, repository, { ...text, marker, isOpen: view.state === 'open' });
    } else if (issue !== undefined) issue.isOpen = false;
    seen.push(issue?.isOpen);
  }
  return seen;
}

const { accepted, cleared, fresh, recovered, 'recovered-and-accepted': inPart } = issues;

test('what was closed for an accept, or as cleared, is open again when that is over', async () => {
  expect(await tell([fresh, accepted, fresh])).toEqual([true, false, true]);
  expect(await tell([fresh, inPart, fresh])).toEqual([true, false, true]);
  expect(await tell([fresh, cleared, fresh])).toEqual([true, false, true]);
});

test('what has recovered, or was closed by a person, stays closed', async () => {
  expect(await tell([fresh, recovered, fresh])).toEqual([true, false, false]);
  expect(await tell([fresh, 'close', fresh, accepted, fresh])).toEqual([
    true,
    ...[false, false, false, false],
  ]);
});

test('of what stood never, nobody is told', async () => {
  expect(await tell([accepted, recovered, cleared])).toEqual([undefined, undefined, undefined]);
});
