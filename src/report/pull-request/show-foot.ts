/** What stands at the end: links, the sight of the gate, its record. */
import { isCommitId, shortenCommit } from '../../contract/commit.ts';
import type { Verdict } from '../../contract/documents.ts';
import { tellVisibility } from '../build-words.ts';
import type { Block } from '../markdown-budget.ts';
import { cleanAddress, showCode, showLink, showProse } from '../markdown-text.ts';
import { cutPlain } from '../plain-text.ts';
import { isCountedExactly, measureVisibility } from '../visibility.ts';
import { foldRows, showLines } from './paragraphs.ts';
import { isPullRequest } from './say-merge.ts';
import { countThings } from './title.ts';
import type { PullRequestView, ViewLinks } from './view.ts';

const mostLogsOpen = 3;
const mostLogs = 100;
const mostMetricsOpen = 4;

/** How small a regression would have been found: what makes a green verdict worth something. */
export function tellSight(verdict: Verdict): Block[] {
  const blocking = measureVisibility(verdict);
  if (blocking.length === 0 && isCountedExactly(verdict)) {
    return showLines(['Everything that can block is counted exactly: any regression would show.']);
  }
  const all = blocking.length > 0 ? blocking : measureVisibility(verdict, 'warning');
  if (all.length === 0) {
    return showLines(['Perigee cannot say how small a regression these runs would have caught.']);
  }
  const shown = all
    .slice(0, mostMetricsOpen)
    .map((one) =>
      showProse(tellVisibility(one).replace(': ', ' by ').replace(' by too ', ': too ')),
    );
  const left = all.length - shown.length;
  if (left > 0) shown.push(`${countThings(left, 'more metric', 'more metrics')} below`);
  const which = blocking.length > 0 ? '' : 'No rule blocks here. ';
  return showLines([
    `${which}These runs would have caught a regression: ${shown.join(' · ')} (in 4 of 5 such runs).`,
  ]);
}

/** The run, the page and the history by our own words; logs by the names of their jobs. */
export function showLinks(links: ViewLinks): Block[] {
  const logs = Object.entries(links.logs);
  const known: readonly (readonly [string, string | undefined])[] = [
    ['Run', links.run],
    ['Every series', links.page],
    ['The same commit in the merge queue', links.queue],
    ['History', links.history],
  ];
  const shown = known.flatMap(([words, url]) => {
    const address = url === undefined ? undefined : cleanAddress(url);
    return address === undefined ? [] : [`[${words}](${address})`];
  });
  const showLog = ([name, url]: readonly [string, string]) => showLink(cutPlain(name, 100), url);
  if (logs.length <= mostLogsOpen) return showLines(joinDots([...shown, ...logs.map(showLog)]));
  return [
    ...showLines(joinDots(shown)),
    ...foldRows(
      `Logs (${logs.length.toLocaleString('en-US')})`,
      logs.slice(0, mostLogs).map((log) => `- ${showLog(log)}`),
      'logs',
    ),
  ];
}

/** Which commit it is about, and how often this gate was right to be red. */
export function showFoot({ head, kind, statistics, suite }: PullRequestView): Block[] {
  const parts = [`Commit ${showHead(head)}`];
  if (suite !== undefined) parts.push(`suite ${showProse(cutPlain(suite, 100))}`);
  if (statistics !== undefined && statistics.judged > 0) {
    const { days, judged, red, confirmed, cleared, blindSpots } = statistics;
    const unseen =
      blindSpots === 0
        ? ''
        : `; ${countThings(blindSpots, 'test', 'tests')} got worse on the default branch through changes that seemed to touch nothing they read`;
    parts.push(
      `this gate in ${countThings(days, 'day', 'days')}: ${countThings(judged, 'commit', 'commits')} judged, ${red.toLocaleString('en-US')} red; a second run confirmed ${countThings(confirmed, 'alarm', 'alarms')} and cleared ${cleared.toLocaleString('en-US')}${unseen}`,
    );
  }
  if (isPullRequest({ kind })) parts.push('`/perigee help`');
  return showLines([`<sub>${parts.join(' · ')}</sub>`]);
}

/** A commit of ours becomes a link of GitHub's own; anything else is words of somebody. */
export function showHead(commit: string, inTable = false): string {
  return isCommitId(commit) ? shortenCommit(commit) : showCode(cutPlain(commit, 64), inTable);
}

function joinDots(parts: readonly string[]): string[] {
  return parts.length === 0 ? [] : [parts.join(' · ')];
}
