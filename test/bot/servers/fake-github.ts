import { expect, onTestFinished } from 'vitest';
import { type FakeGithub, openFakeGithub } from './fake/open-fake-github.ts';
import { addRepository } from './fake/history.ts';
import type { FakeRepository } from './fake/state.ts';

/** GitHub in memory, with acme/sync, as long as the test runs; any fault it found fails the test. */
export async function startFakeGithub(
  options: Parameters<typeof openFakeGithub>[0] = {},
): Promise<FakeGithub & { repository: FakeRepository }> {
  const github = await openFakeGithub(options);
  onTestFinished(async () => {
    await github.close();
    expect(github.faults).toEqual([]);
  });
  const repository = addRepository(github.state, 'acme', 'sync');
  return Object.assign(github, { repository });
}
