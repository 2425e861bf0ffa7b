/** The end of a comment: links, the commit, and the record of the gate. */
import { countThings } from '../../contract/count-things.ts';
import { isCommitId } from '../../contract/commit.ts';
import { type Block, type Inline, join, list, paragraph, section, type Text } from '../blocks.ts';
import { cutPlain } from '../plain-text.ts';
import { isPullRequest } from './what-now.ts';
import type { PullRequestView, ViewLinks } from './view.ts';

/** The perigee.yml of a commit, in the repository of a run of GitHub. */
export function linkRules(
  run: string | undefined,
  commit: string | undefined,
  file = 'perigee.yml',
): Pick<ViewLinks, 'rules'> {
  const [, repository] = /^(https?:\/\/[^/]+\/[^/]+\/[^/]+)\/actions\/runs\//.exec(run ?? '') ?? [];
  if (repository === undefined || commit === undefined || !isCommitId(commit)) return {};
  return { rules: `${repository}/blob/${commit}/${file}` };
}

const mostLogsOpen = 3;
const mostLogs = 100;

/** Commit, suite and links in one small line. */
export function listFoot({ head, isAlone, kind, links, suite }: PullRequestView): Block[] {
  const parts: Text[] = [
    ...listLinks(links),
    ['Commit ', { commit: head }],
    ...(suite === undefined ? [] : [`suite ${cutPlain(suite, 100)}`]),
    ...(isPullRequest({ kind }) && isAlone !== true ? ['`/perigee help`'] : []),
  ];
  return [{ kind: 'small', text: join(parts, ' · ') }];
}

/** The run, the page and the history by our own words; a few logs by the names of their jobs. */
export function listLinks(links: ViewLinks): Text[] {
  const logs = Object.entries(links.logs);
  const known: readonly (readonly [string, string | undefined])[] = [
    ['Every series', links.page],
    ['Run', links.run],
    ['The same commit in the merge queue', links.queue],
    ['History', links.history],
  ];
  return [
    ...known.flatMap(([link, url]): Text[] => (url === undefined ? [] : [{ link, url }])),
    ...(logs.length > mostLogsOpen ? [] : logs.map(linkLog)),
  ];
}

function linkLog([name, url]: readonly [string, string]): Inline {
  return { link: { code: cutPlain(name, 100) }, url };
}

/** How often this gate was right to be red, and the logs where they are many. */
export function listGateFacts({ links, statistics }: PullRequestView): Block[] {
  const logs = Object.entries(links.logs);
  return [
    ...(statistics === undefined || statistics.judged === 0
      ? []
      : paragraph(formatRecord(statistics))),
    ...(logs.length <= mostLogsOpen
      ? []
      : section('Logs', list(logs.slice(0, mostLogs).map(linkLog), 'logs'))),
  ];
}

function formatRecord({
  blindSpots,
  cleared,
  confirmed,
  days,
  judged,
  red,
}: NonNullable<PullRequestView['statistics']>): string {
  const unseen =
    blindSpots === 0
      ? ''
      : `; ${countThings(blindSpots, 'test')} got worse on the default branch through changes that seemed to touch nothing they read`;
  return `This gate in ${countThings(days, 'day')}: ${countThings(judged, 'commit')} judged, ${red.toLocaleString('en-US')} red; a second run confirmed ${countThings(confirmed, 'alarm')} and cleared ${cleared.toLocaleString('en-US')}${unseen}.`;
}
