import {
  readUntouchedShards,
  type UntouchedShards,
} from '../../../src/contract/untouched-shards.ts';
import type { GithubApi } from './connect.ts';
import { readRefusal } from './refusal.ts';

/** What Perigee's app calls its check. */
export const checkName = 'perigee';

export type AppCheck =
  /** The app is installed: the verdict, the comment and the gate are its business. */
  | { kind: 'present'; app: string; isPassed: boolean; untouched?: UntouchedShards }
  | { kind: 'absent' }
  /** This job may not look; then it does itself what it can. */
  | { kind: 'unknown'; why: string };

/**
 * Whether Perigee's app has its check on a commit. A workflow could make a check of that name too, and so
 * keep a job from failing: those of GitHub's own app for workflows do not count.
 */
export async function findAppCheck(
  { octokit, repository }: GithubApi,
  head: string,
): Promise<AppCheck> {
  try {
    const { data } = await octokit.rest.checks.listForRef({
      ...repository,
      ref: head,
      check_name: checkName,
      per_page: 100,
    });
    for (const { app, conclusion, output, status } of data.check_runs) {
      if (app?.slug === undefined || app.slug === 'github-actions') continue;
      const isPassed = status === 'completed' && conclusion === 'success';
      const untouched = readUntouchedShards(output.summary ?? '');
      return { kind: 'present', app: app.slug, isPassed, ...(untouched && { untouched }) };
    }
    return { kind: 'absent' };
  } catch (error) {
    return { kind: 'unknown', why: readRefusal(error).why };
  }
}
