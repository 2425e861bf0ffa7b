import {
  readUntouchedShards,
  type UntouchedShards,
} from '../../../src/contract/untouched-shards.ts';
import { isOwnCheck, listChecks } from '../../../src/transport/github/checks.ts';
import { Refused, Unavailable } from '../../../src/transport/platform-errors.ts';
import type { GithubApi } from './connect.ts';

/** The app is installed: the verdict, the comment and the gate are its business. */
export interface AppCheck {
  app: string;
  isPassed: boolean;
  untouched?: UntouchedShards;
}

/**
 * The check of Perigee's app on a commit. Others may make a check of that name too: those do not count.
 * @returns undefined where there is none, or this job may not look; then it does itself what it can
 */
export async function findAppCheck(
  { client, repository }: GithubApi,
  head: string,
): Promise<AppCheck | undefined> {
  try {
    for (const check of await listChecks(client, repository, head)) {
      const app = check.optionalText('app.slug');
      if (app === undefined || !isOwnCheck(check)) continue;
      const isPassed =
        check.text('status') === 'completed' && check.optionalText('conclusion') === 'success';
      const untouched = readUntouchedShards(check.prose('output.summary'));
      return { app, isPassed, ...(untouched && { untouched }) };
    }
    return undefined;
  } catch (error) {
    if (error instanceof Refused || error instanceof Unavailable) return undefined;
    throw error;
  }
}
