import { countThings } from '../../../contract/count-things.ts';
import type { BuildSummary } from '../../api/answers.ts';

/** How the check of a build's commit ended: `failed; a second run confirmed 1 regression and cleared 2`. */
export function formatCheck({
  cleared,
  confirmed,
  isRed,
}: NonNullable<BuildSummary['check']>): string {
  const ended = isRed ? 'failed' : 'did not fail';
  const found = [
    ...(confirmed > 0 ? [`confirmed ${countThings(confirmed, 'regression')}`] : []),
    ...(cleared > 0 ? [`cleared ${countThings(cleared, 'regression')}`] : []),
  ];
  return found.length === 0 ? ended : `${ended}; a second run ${found.join(' and ')}`;
}

/**
 * Links to the comment and the check of a build. Its own links say which GitHub it is.
 * @returns name and URL of each; none of a build that GitHub Actions did not measure
 */
export function listOnGithub(
  { commit, links = {}, pullRequest }: BuildSummary,
  repository: string,
): [name: string, url: string][] {
  const ofRun = `/${repository}/actions/`.toLowerCase();
  const run = Object.values(links)
    .filter((url) => /^https?:\/\//.test(url) && URL.canParse(url))
    .map((url) => new URL(url))
    .find(({ pathname }) => pathname.toLowerCase().startsWith(ofRun));
  if (run === undefined) return [];
  const home = `${run.origin}/${repository}`;
  return [
    ...(pullRequest === undefined
      ? []
      : [
          [`pull request #${pullRequest}`, `${home}/pull/${pullRequest}`] satisfies [
            string,
            string,
          ],
        ]),
    ['checks of the commit', `${home}/commit/${commit}/checks`],
  ];
}
